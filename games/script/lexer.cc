// SPDX-License-Identifier: MIT
#include "games/script/lexer.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace questproof::script {
namespace {

// Two-character symbols first, so that the longest one is found.
constexpr std::array<std::string_view, 23> kSymbols = {
    "==", "!=", "<=", ">=", "&&", "||", "..", "(", ")", "{", "}", "[",
    "]",  ",",  ";",  "<",  ">",  "!",  "+",  "-", "*", "/", "%"};

constexpr std::int64_t kLargestNumber = 1'000'000'000;

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_space(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }
bool continues_character(char c) { return (static_cast<unsigned char>(c) & 0xC0U) == 0x80U; }

class Lexer {
 public:
  Lexer(std::string_view source, std::uint32_t file, Diagnostics& diagnostics)
      : source_(source), file_(file), diagnostics_(diagnostics) {}

  std::vector<Token> run() {
    if (source_.substr(0, 3) == "\xEF\xBB\xBF") position_ = 3;  // a byte order mark
    while (true) {
      skip_space();
      if (position_ == source_.size()) break;
      read_token();
    }
    Token end;
    end.where = here();
    end.begin = end.end = static_cast<std::uint32_t>(position_);
    end.first_on_line = true;
    tokens_.push_back(end);
    return std::move(tokens_);
  }

 private:
  SourceLocation here() const { return {file_, line_, column_}; }
  char peek(std::size_t ahead = 0) const {
    return position_ + ahead < source_.size() ? source_[position_ + ahead] : '\0';
  }

  void advance() {
    const char c = source_[position_++];
    if (c == '\n') {
      ++line_;
      column_ = 1;
      first_on_line_ = true;
    } else if (!continues_character(peek())) {
      ++column_;
    }
  }

  void skip_space() {
    while (position_ < source_.size()) {
      if (is_space(peek())) {
        advance();
      } else if (peek() == '/' && peek(1) == '/') {
        while (position_ < source_.size() && peek() != '\n') advance();
      } else if (peek() == '/' && peek(1) == '*') {
        skip_block_comment();
      } else {
        return;
      }
    }
  }

  void skip_block_comment() {
    const SourceLocation start = here();
    advance();
    advance();
    while (position_ < source_.size() && !(peek() == '*' && peek(1) == '/')) advance();
    if (position_ == source_.size()) {
      diagnostics_.error(start, "this comment never ends", "close it with */");
      return;
    }
    advance();
    advance();
  }

  void read_token() {
    if (is_letter(peek())) {
      read_while(Token::Kind::kName, [](char c) { return is_letter(c) || is_digit(c); });
    } else if (is_digit(peek())) {
      read_number();
    } else if (peek() == '"') {
      read_text();
    } else if (!read_symbol()) {
      skip_unknown();
    }
  }

  template <typename Continues>
  void read_while(Token::Kind kind, Continues&& continues) {
    Token token = start_token(kind);
    while (position_ < source_.size() && continues(peek())) advance();
    finish_token(token);
  }

  void read_number() {
    read_while(Token::Kind::kNumber, [](char c) { return is_letter(c) || is_digit(c); });
    Token& token = tokens_.back();
    for (const char c : token.text) {
      if (!is_digit(c)) {
        diagnostics_.error(token.where, fmt::format("\"{}\" is no number", token.text),
                           "names begin with a letter, numbers have digits only");
        return;
      }
      token.number = token.number * 10 + (c - '0');
      if (token.number > kLargestNumber) {
        diagnostics_.error(token.where, "this number is too large",
                           fmt::format("the largest is {}", kLargestNumber));
        token.number = 0;
        return;
      }
    }
  }

  void read_text() {
    Token token = start_token(Token::Kind::kText);
    advance();
    while (position_ < source_.size() && peek() != '"' && peek() != '\n') {
      if (peek() == '\\')
        read_escape();
      else
        advance();
    }
    if (peek() == '"' && position_ < source_.size()) {
      advance();
    } else {
      diagnostics_.error(token.where, "this text does not end on its line",
                         "close it with \" and write line breaks as \\n");
    }
    finish_token(token);
  }

  void read_escape() {
    const SourceLocation where = here();
    advance();
    const char c = peek();
    if (c != '"' && c != '\\' && c != 'n') {
      diagnostics_.error(where, "unknown escape in a text", R"(known are \" \\ and \n)");
    }
    if (position_ < source_.size() && c != '\n') advance();
  }

  bool read_symbol() {
    const std::string_view rest = source_.substr(position_);
    const auto symbol = std::find_if(kSymbols.begin(), kSymbols.end(),
                                     [&](std::string_view s) { return rest.starts_with(s); });
    if (symbol == kSymbols.end()) return false;
    Token token = start_token(Token::Kind::kSymbol);
    for (std::size_t i = 0; i < symbol->size(); ++i) advance();
    finish_token(token);
    return true;
  }

  void skip_unknown() {
    const SourceLocation where = here();
    const std::size_t begin = position_;
    std::string remedy;
    if (peek() == '=') remedy = "values are set with SetVar, compared with ==";
    if (peek() == '&' || peek() == '|') remedy = "and is &&, or is ||";
    advance();
    while (position_ < source_.size() && continues_character(peek())) advance();
    const std::string_view bytes = source_.substr(begin, position_ - begin);
    const bool printable = bytes.size() > 1 || (bytes.front() >= ' ' &&
                                                static_cast<unsigned char>(bytes.front()) < 127);
    diagnostics_.error(where,
                       printable ? fmt::format("the character {} has no meaning here", bytes)
                                 : fmt::format("a byte of value {} has no meaning here",
                                               static_cast<unsigned char>(bytes.front())),
                       remedy);
  }

  Token start_token(Token::Kind kind) {
    Token token;
    token.kind = kind;
    token.where = here();
    token.begin = static_cast<std::uint32_t>(position_);
    token.first_on_line = first_on_line_;
    first_on_line_ = false;
    return token;
  }

  void finish_token(Token token) {
    token.end = static_cast<std::uint32_t>(position_);
    token.text = source_.substr(token.begin, token.end - token.begin);
    tokens_.push_back(token);
  }

  std::string_view source_;
  std::uint32_t file_;
  Diagnostics& diagnostics_;
  std::size_t position_ = 0;
  std::uint32_t line_ = 1;
  std::uint32_t column_ = 1;
  bool first_on_line_ = true;
  std::vector<Token> tokens_;
};

}  // namespace

std::vector<Token> tokenize(std::string_view source, std::uint32_t file, Diagnostics& diagnostics) {
  return Lexer(source, file, diagnostics).run();
}

std::string text_value(const Token& token) {
  std::string value;
  const bool closed = token.text.size() > 1 && token.text.back() == '"';
  const std::string_view inner = token.text.substr(1, token.text.size() - (closed ? 2 : 1));
  for (std::size_t i = 0; i < inner.size(); ++i) {
    if (inner[i] == '\\' && i + 1 < inner.size()) {
      ++i;
      value += inner[i] == 'n' ? '\n' : inner[i];
    } else {
      value += inner[i];
    }
  }
  return value;
}

}  // namespace questproof::script
