/// The life of the one rclone that serves a run: what happened to it, and what is to be done about that.
///
/// A pure value: events go in, actions come out. ``RcloneServer`` does them.
struct RcloneLife: Equatable, Sendable {
    /// Where it is in its life.
    enum State: Equatable, Sendable {
        /// Nobody has needed it yet.
        case unused
        /// It was started, and has not said yet where it serves.
        case starting
        /// It said where, and was asked for its version.
        case greeting
        /// It answers.
        case serving
        /// It cannot serve, but may list: it is started anew for each folder.
        case single
        /// It was told to end, the last way so far; why, if it is not at our wish.
        case ending(Step, Why?)
        /// It has ended for good; why, if it is not at our wish.
        case ended(Why?)
    }

    /// How it was told to end.
    enum Step: Equatable, Sendable {
        /// By a call, which lets it put its files in order.
        case asked
        /// By SIGTERM.
        case terminated
        /// By SIGKILL.
        case killed
    }

    /// Why nothing more can be asked.
    enum Why: Error, Equatable, Sendable {
        /// It cannot be started: the `errno`.
        case notStarted(Int32)
        /// It did not say in time where it serves, or does not answer there.
        case silent
        /// It is too old: its version.
        case tooOld(String)
        /// It ended by itself, and the one that took its place too.
        case crashed
    }

    /// What happened.
    enum Event: Equatable, Sendable {
        /// Somebody wants an answer.
        case wanted
        /// The program cannot be started: the `errno`.
        case notStarted(Int32)
        /// It said where it serves.
        case said
        /// It answered which version it is; nil: what it answered makes no sense.
        case greeted(RcloneVersion?)
        /// It has ended.
        case exited
        /// The time of ``Action/setTimer(_:milliseconds:)`` is up.
        case timeUp(Int)
        /// Nobody wants anything any more.
        case unwanted
    }

    /// What is to be done.
    enum Action: Equatable, Sendable {
        /// Start the program.
        case start
        /// Ask for its version.
        case greet
        /// Send what waits.
        case send
        /// Fail what waits, and all that will be asked.
        case fail(Why)
        /// Call `core/quit`.
        case quit
        /// Send SIGTERM.
        case terminate
        /// Send SIGKILL.
        case kill
        /// Come back with ``Event/timeUp(_:)`` and this number.
        case setTimer(Int, milliseconds: Int)
        /// Say that it has ended.
        case tellEnd
    }

    /// How long it may take to say where it serves, and to answer there, in milliseconds.
    static let startTime = 20_000
    /// How long each way of ending is given, in milliseconds.
    static let endTime = 2_000
    /// How often one that ended by itself is replaced.
    static let mostRestarts = 1

    private(set) var state = State.unused
    private var restarts = 0
    private var timer = 0

    /// Takes what happened.
    ///
    /// - Parameter event: What.
    /// - Returns: What is to be done, in this order.
    mutating func take(_ event: Event) -> [Action] {
        switch (state, event) {
        case (.unused, .wanted): return start()
        case (.unused, .unwanted):
            state = .ended(nil)
            return [.tellEnd]
        case (.starting, .said):
            state = .greeting
            return [.greet]
        case (.greeting, .greeted(let version?)):
            if version < RcloneVersion.oldest { return refuse(.tooOld(version.text)) }
            state = .serving
            timer += 1
            return [.send]
        case (.greeting, .greeted(nil)): return refuse(.silent)
        case (.starting, .notStarted(let code)): return end(.notStarted(code))
        case (.starting, .exited) where restarts == 0:
            // Old ones do not know how to serve, and what people put in its place may not either.
            state = .single
            timer += 1
            return [.send]
        case (.starting, .exited), (.greeting, .exited), (.serving, .exited):
            if restarts == Self.mostRestarts { return end(.crashed) }
            restarts += 1
            return start()
        case (.starting, .timeUp(timer)), (.greeting, .timeUp(timer)): return refuse(.silent)
        case (.single, .unwanted):
            state = .ended(nil)
            return [.tellEnd]
        case (.starting, .unwanted), (.greeting, .unwanted):
            state = .ending(.terminated, nil)
            return [.terminate, setTimer(Self.endTime)]
        case (.serving, .unwanted):
            state = .ending(.asked, nil)
            return [.quit, setTimer(Self.endTime)]
        case (.ending(.asked, let why), .timeUp(timer)):
            state = .ending(.terminated, why)
            return [.terminate, setTimer(Self.endTime)]
        case (.ending(.terminated, let why), .timeUp(timer)):
            state = .ending(.killed, why)
            return [.kill]
        case (.ending(_, let why), .exited), (.ending(_, let why), .notStarted):
            state = .ended(why)
            return [.tellEnd]
        case (.ended, .unwanted): return [.tellEnd]
        // What comes too late, or says again what is known.
        case (_, .wanted), (_, .notStarted), (_, .said), (_, .greeted), (_, .exited), (_, .timeUp),
            (.ending, .unwanted):
            return []
        }
    }

    /// Why nothing is to be had; nil: it is, or will be.
    var refusal: Why? {
        switch state {
        case .ending(_, let why), .ended(let why): why
        case .unused, .starting, .greeting, .serving, .single: nil
        }
    }

    private mutating func start() -> [Action] {
        state = .starting
        return [.start, setTimer(Self.startTime)]
    }

    private mutating func refuse(_ why: Why) -> [Action] {
        state = .ending(.terminated, why)
        return [.fail(why), .terminate, setTimer(Self.endTime)]
    }

    private mutating func end(_ why: Why) -> [Action] {
        state = .ended(why)
        return [.fail(why)]
    }

    private mutating func setTimer(_ milliseconds: Int) -> Action {
        timer += 1
        return .setTimer(timer, milliseconds: milliseconds)
    }
}
