/// What became of one input of a loop.
public enum Outcome<Value: Sendable>: Sendable {
    /// The transform of this input replied with the value.
    case replied(Value)
    /// The loop was stopped before the transform of this input was called.
    case neverStarted

    /// The value replied with, or nil if the transform was never called.
    public var value: Value? {
        switch self {
        case .replied(let value): value
        case .neverStarted: nil
        }
    }
}

extension Outcome: Equatable where Value: Equatable {}
