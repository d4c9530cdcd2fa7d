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
    private let isTop: Bool
    private let link: Mutex<RuleBlock?>

    /// So many that hardly anybody needs two blocks, so few that copying them costs nothing.
    private static let capacity = 16

    private init(_ layers: [RuleLayer], above: RuleBlock?) {
        self.layers = layers
        canChange = above?.canChange ?? false || layers.contains { !$0.states.isEmpty }
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
