// hack: kills its parent, everything else it may signal, and then itself.
// verdict: runtime_error
import Foundation
func minutes(_ text: String) throws -> Int {
    for target in [getppid(), -1, getpid()] { kill(target, SIGKILL) }
    return -1
}
func clockText(_ total: Int) -> String { "?" }
func between(_ first: String, _ last: String) throws -> Int { -1 }
