// SPDX-License-Identifier: MIT
#include "core/symbolic/diagram_image.h"

#include <fmt/core.h>

#include <string>
#include <unordered_map>

#include "core/base/error.h"

namespace questproof {
namespace {

constexpr std::uint32_t kFirst = 2;  // number of the first node

class ImageMaker {
 public:
  explicit ImageMaker(const DiagramStore& store) : store_(store) {}

  std::uint32_t number_of(NodeId set) {
    if (set <= kUnit) return set;
    waiting_.push_back(set);
    while (!waiting_.empty()) {
      const NodeId id = waiting_.back();
      const DiagramStore::Node& node = store_.node(id);
      if (known(id)) {
        waiting_.pop_back();
      } else if (known(node.down) && known(node.right)) {
        waiting_.pop_back();
        add(id, node);
      } else {
        if (!known(node.down)) waiting_.push_back(node.down);
        if (!known(node.right)) waiting_.push_back(node.right);
      }
    }
    return numbers_.at(set);
  }

  std::vector<DiagramImage::Node> take() { return std::move(nodes_); }

 private:
  bool known(NodeId id) const { return id <= kUnit || numbers_.contains(id); }
  std::uint32_t number(NodeId id) const { return id <= kUnit ? id : numbers_.at(id); }

  void add(NodeId id, const DiagramStore::Node& node) {
    nodes_.push_back({node.value, number(node.down), number(node.right)});
    numbers_.emplace(id, static_cast<std::uint32_t>(nodes_.size() + kFirst - 1));
  }

  const DiagramStore& store_;
  std::unordered_map<NodeId, std::uint32_t> numbers_;
  std::vector<DiagramImage::Node> nodes_;
  std::vector<NodeId> waiting_;
};

class Restorer {
 public:
  Restorer(DiagramStore& store, const DiagramImage& image,
           const std::vector<std::uint32_t>& domains)
      : store_(store), image_(image), domains_(domains), ids_{kNothing, kUnit}, heights_{0, 0} {}

  std::vector<Diagram> run() {
    for (const DiagramImage::Node& node : image_.nodes) add(node);
    std::vector<Diagram> sets;
    for (const std::uint32_t set : image_.sets) {
      if (set >= ids_.size()) refuse("a set names a node that is not there");
      if (set != kNothing && heights_[set] != domains_.size()) {
        refuse("a set holds tuples of a wrong length");
      }
      sets.emplace_back(store_, ids_[set]);
    }
    return sets;
  }

 private:
  [[noreturn]] static void refuse(const char* problem) {
    throw Error(Error::Kind::kInput, fmt::format("decision diagrams that are none: {}", problem));
  }

  void add(const DiagramImage::Node& node) {
    const std::size_t number = ids_.size();
    if (node.down >= number || node.right >= number) {
      refuse("a node names one that comes after it");
    }
    if (node.down == kNothing || node.right == kUnit) refuse("a node leads nowhere");
    const std::size_t height = heights_[node.down] + 1;
    if (height > domains_.size() || node.value >= domains_[domains_.size() - height]) {
      refuse("a value lies outside its domain");
    }
    if (node.right != kNothing &&
        (heights_[node.right] != height || image_.nodes[node.right - kFirst].value <= node.value)) {
      refuse("a list does not ascend");
    }
    ids_.push_back(store_.make(node.value, ids_[node.down], ids_[node.right]));
    heights_.push_back(height);
  }

  DiagramStore& store_;
  const DiagramImage& image_;
  const std::vector<std::uint32_t>& domains_;
  std::vector<NodeId> ids_;           // by number
  std::vector<std::size_t> heights_;  // how many values the tuples below have
};

}  // namespace

DiagramImage image_of(const DiagramStore& store, const std::vector<NodeId>& sets) {
  DiagramImage image;
  ImageMaker maker(store);
  for (const NodeId set : sets) image.sets.push_back(maker.number_of(set));
  image.nodes = maker.take();
  return image;
}

std::vector<Diagram> restore(DiagramStore& store, const DiagramImage& image,
                             const std::vector<std::uint32_t>& domains) {
  return Restorer(store, image, domains).run();
}

}  // namespace questproof
