import { AsyncLocalStorage } from 'node:async_hooks'
import {
  circuitBreaker,
  CircuitState,
  ExponentialBackoff,
  handleType,
  isBrokenCircuitError,
  retry,
  wrap,
  type IBreaker,
  type IPolicy,
} from 'cockatiel'
import { SECOND } from '../time'

/**
 * How many times the setting's seconds each kind of call may take, its retry included: an order is written to many tables, a
 * password is hashed, a file travels. Everything else is given the setting itself.
 */
const TIMES_AS_LONG: [RegExp, number][] = [
  [/\/rest\/v1\/rpc\/place_order$/, 4],
  [/\/auth\/v1\//, 2],
  [/\/(storage|functions)\/v1\//, 5],
]

/** Stored functions that only read, and so may be asked twice; they are posted to like those that write. */
const READING_FUNCTION = /\/rest\/v1\/rpc\/(get|is|track|price)_\w+$/
const DEPENDENCIES = ['rest', 'auth', 'storage', 'functions'] as const
type Dependency = (typeof DEPENDENCIES)[number]
const MOST_FAILURES = 5
const FAILURES_WITHIN = 10 * SECOND
/** An open breaker lets one call through after this, to see whether the backend is back. */
const PROBE_AFTER = 2 * SECOND

/** A call that got no answer worth the name: refused, timed out, or an answer from a machine in between. */
export class BackendUnreachable extends Error {
  override name = 'BackendUnreachable'
}

/** Not even taken: asking once more at once may meet a backend that has just come back. */
class BackendRefused extends BackendUnreachable {}

/** An answer that says the backend is in trouble; passed on as it is once it has been counted. */
class BackendInTrouble extends BackendUnreachable {
  answer: Response
  constructor(path: string, answer: Response) {
    super(`${path} answered ${answer.status}`)
    this.answer = answer
  }
}

/** Opens after five failures in ten seconds (reliability: circuit breaker). */
class FailuresInTime implements IBreaker {
  state: unknown
  #failedAt: number[] = []

  success(state: CircuitState): void {
    if (state === CircuitState.HalfOpen) this.#failedAt = []
  }

  failure(state: CircuitState): boolean {
    const now = Date.now()
    this.#failedAt = [...this.#failedAt.filter((at) => at > now - FAILURES_WITHIN), now]
    return state === CircuitState.HalfOpen || this.#failedAt.length >= MOST_FAILURES
  }
}

/** A request as its calls to the backend know it. */
export interface Caller {
  /** Goes along with each call. */
  requestId: string
  /** How long it waited for the backend. */
  backendMilliseconds: number
  /** Whether a call got no answer, or one that says the backend is in trouble. */
  metOutage: boolean
}

/** The request that calls are made for. */
export const requestAtHand = new AsyncLocalStorage<Caller>()

/** Whether what the request at hand failed by is an outage of the backend: it is worth coming again for. */
export function metOutage(): boolean {
  return requestAtHand.getStore()?.metOutage ?? false
}

/** When to come again after an outage, in seconds: the breaker has tried the backend once more by then. */
export const COME_AGAIN_SECONDS = '5'

/** The `fetch` of every backend client: in time, reads retried once, a dead dependency left alone for a while. */
export class BackendFetch {
  #reads: Record<Dependency, IPolicy>
  #seconds: number
  /** Whether each dependency's breaker is open, for the metrics. */
  isOpen: Record<Dependency, number> = { rest: 0, auth: 0, storage: 0, functions: 0 }

  /** `seconds`: how long a read of the database may take. */
  constructor(seconds: number) {
    this.#seconds = seconds
    const policy = (dependency: Dependency): IPolicy => {
      const breaker = circuitBreaker(handleType(BackendUnreachable), {
        halfOpenAfter: PROBE_AFTER,
        breaker: new FailuresInTime(),
      })
      breaker.onStateChange((state) => (this.isOpen[dependency] = state === CircuitState.Open ? 1 : 0))
      const backoff = new ExponentialBackoff({ initialDelay: 40, maxDelay: 150 })
      return wrap(breaker, retry(handleType(BackendRefused), { maxAttempts: 1, backoff }))
    }
    this.#reads = {
      rest: policy('rest'),
      auth: policy('auth'),
      storage: policy('storage'),
      functions: policy('functions'),
    }
  }

  fetch = async (input: RequestInfo | URL, init?: RequestInit): Promise<Response> => {
    const path = new URL(input instanceof Request ? input.url : input).pathname
    const times = TIMES_AS_LONG.find(([pattern]) => pattern.test(path))?.[1] ?? 1
    const timeout = AbortSignal.timeout(times * this.#seconds * SECOND)
    const signal = init?.signal ? AbortSignal.any([init.signal, timeout]) : timeout
    const startedAt = performance.now()
    const request = requestAtHand.getStore()
    const headers = new Headers(init?.headers)
    if (request) headers.set('X-Request-Id', request.requestId)
    try {
      const ask = () => askOnce(path, input, { ...init, headers, signal })
      // A write is never refused because reads fail: an order is worth its own try.
      return await (isRead(path, init) ? this.#reads[dependencyOf(path)].execute(ask) : ask())
    } catch (error) {
      if (request) request.metOutage ||= error instanceof BackendUnreachable || isBrokenCircuitError(error)
      if (error instanceof BackendInTrouble) return error.answer
      if (isBrokenCircuitError(error)) throw new BackendUnreachable(`${path} was not asked: its backend is down`)
      throw error
    } finally {
      if (request) request.backendMilliseconds += performance.now() - startedAt
    }
  }
}

async function askOnce(path: string, input: RequestInfo | URL, init: RequestInit): Promise<Response> {
  let answer
  try {
    answer = await fetch(input, init)
  } catch (error) {
    const hasTimedOut = init.signal?.aborted
    throw new (hasTimedOut ? BackendUnreachable : BackendRefused)(`${path} did not answer`, { cause: error })
  }
  if (answer.status >= 500) throw new BackendInTrouble(path, answer)
  return answer
}

function isRead(path: string, init?: RequestInit): boolean {
  const method = init?.method ?? 'GET'
  return method === 'GET' || method === 'HEAD' || READING_FUNCTION.test(path)
}

function dependencyOf(path: string): Dependency {
  return DEPENDENCIES.find((name) => path.includes(`/${name}/v1/`)) ?? 'rest'
}
