import { circuitBreaker, CircuitState, type CircuitBreakerPolicy, type IBreaker, type Policy } from 'cockatiel'
import { SECOND } from '../time'

const MAX_FAILURES = 5
const FAILURES_WITHIN = 10 * SECOND
/** An open circuit breaker lets one call through after this time. */
const PROBE_AFTER = 2 * SECOND

/** Opens the circuit breaker after five failures in ten seconds. */
class FailuresInTime implements IBreaker {
  state: unknown
  #failedAt: number[] = []

  success(state: CircuitState): void {
    if (state === CircuitState.HalfOpen) this.#failedAt = []
  }

  failure(state: CircuitState): boolean {
    const now = performance.now()
    this.#failedAt = [...this.#failedAt.filter((at) => at > now - FAILURES_WITHIN), now]
    return state === CircuitState.HalfOpen || this.#failedAt.length >= MAX_FAILURES
  }
}

/** Returns a circuit breaker for the failures that a policy handles. */
export function newCircuitBreaker(failures: Policy): CircuitBreakerPolicy {
  const breaker = circuitBreaker(failures, { halfOpenAfter: PROBE_AFTER, breaker: new FailuresInTime() })
  // The library measures by the wall clock: set back by an hour, the breaker would stay open for as long.
  const closeIfOpen = () => breaker.state === CircuitState.Open && breaker.isolate().dispose()
  breaker.onBreak(() => setTimeout(closeIfOpen, 2 * PROBE_AFTER).unref())
  return breaker
}
