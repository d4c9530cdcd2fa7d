import Synchronization

/// Some layers of rules, and the block of those above.
///
/// Nearly every folder has no more layers than fit one block, which is read
/// without a lock; only the link to a block above needs one, because `deinit`
/// takes the chain apart.
final class RuleBlock: Sendable {
    /// At least one; that of the deepest folder last.
    let layers: [RuleLayer]

    /// Whether entering a folder can change a layer of this block or of one above.
    private let canChange: Bool
    /// Whether a layer of this block has rules about paths that can still match.
    private let hasPaths: Bool
    /// Lets pass every name that a rule about names of this block matches.
    private let filter: NameFilter
    private let isTop: Bool
    private let link: Mutex<RuleBlock?>

    /// So many that hardly anybody needs two blocks, so few that copying them costs nothing.
    private static let capacity = 16

    private init(_ layers: [RuleLayer], above: RuleBlock?) {
        self.layers = layers
        hasPaths = layers.contains { !$0.states.isEmpty }
        canChange = hasPaths || above?.canChange ?? false
        filter = layers.reduce(into: NameFilter()) { $0.formUnion($1.rules.names.filter) }
        isTop = above == nil
        link = Mutex(above)
    }

    // Lets go of the blocks above one by one: the last holder of a long chain would otherwise need a stack as deep.
    deinit {
        var next = link.withLock { $0.take() }
        while isKnownUniquelyReferenced(&next) {
            next = next?.link.withLock { $0.take() }
        }
    }

    /// The layers above those of this block.
    var above: RuleBlock? {
        isTop ? nil : link.withLock { $0 }
    }

    /// What the deepest rule of this block that matches says.
    ///
    /// - Complexity: Some nanoseconds for most names that no rule matches.
    func verdict(on name: UnsafeRawBufferPointer, isFolder: Bool) -> Verdict? {
        // By far most names end here, before anything is held: lanes on other processors do not wait for a counter.
        guard hasPaths || filter.passes(name) else { return nil }
        for place in layers.indices.reversed() {
            if let verdict = layers[place].verdict(on: name, isFolder: isFolder) { return verdict }
        }
        return nil
    }

    /// The layers of a block and one below them.
    static func adding(_ layer: RuleLayer, to block: RuleBlock?) -> RuleBlock {
        guard let block, block.layers.count < capacity else { return RuleBlock([layer], above: block) }
        return RuleBlock(block.layers + [layer], above: block.above)
    }

    /// The layers in a folder of the folder.
    ///
    /// - Complexity: That of the rules about paths that can still match, for
    ///   each byte of the name; constant when there is none.
    func entering(_ name: UnsafeRawBufferPointer) -> RuleBlock {
        guard canChange else { return self }
        var changing = [self]
        while let above = changing[changing.count - 1].above, above.canChange { changing.append(above) }
        var result = changing[changing.count - 1].above
        while let block = changing.popLast() {
            result = block.entering(name, above: result)
        }
        return result ?? self
    }

    private func entering(_ name: UnsafeRawBufferPointer, above: RuleBlock?) -> RuleBlock {
        var inner: [RuleLayer]?
        for (place, layer) in layers.enumerated() {
            guard let changed = layer.entering(name) else { continue }
            var changing = inner ?? layers
            changing[place] = changed
            inner = changing
        }
        if inner == nil && self.above === above { return self }
        return RuleBlock(inner ?? layers, above: above)
    }
}
