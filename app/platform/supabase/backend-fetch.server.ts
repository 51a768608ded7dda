import { AsyncLocalStorage } from 'node:async_hooks'
import {
  CircuitState,
  ExponentialBackoff,
  handleType,
  isBrokenCircuitError,
  retry,
  wrap,
  type IPolicy,
} from 'cockatiel'
import { z } from 'zod'
import { version } from '../../../package.json'
import { currentLanguage } from '~/language/current'
import { SECOND } from '../time'
import { newCircuitBreaker } from './circuit-breaker.server'

/** The time-outs of calls, retry included, as multiples of BACKEND_TIMEOUT_SECONDS: Auth hashes passwords, and files take long to transfer. */
const TIMEOUT_FACTORS: Record<Dependency, number> = { rest: 1, auth: 2, storage: 5, functions: 5 }
const CALLED_FUNCTION = /\/rest\/v1\/rpc\/(\w+)$/
const slowFunctions = new Map<string, number>()

/** Declares a database function that takes long. Rooms do so at module level. Its time-out is `factor` times BACKEND_TIMEOUT_SECONDS. */
export function declareSlowFunction(name: string, factor: number): void {
  slowFunctions.set(name, factor)
}

export function declaredSlowFunctions(): ReadonlyMap<string, number> {
  return slowFunctions
}

/** Database functions that only read, so they may be retried although they are called by POST. */
const READING_FUNCTION = /\/rest\/v1\/rpc\/(get|is|track|price)_\w+$/
const DEPENDENCIES = ['rest', 'auth', 'storage', 'functions'] as const
type Dependency = (typeof DEPENDENCIES)[number]

/** A call without a usable response: the connection failed, it timed out, or the status says that the backend can't now. */
export class BackendUnreachable extends Error {
  override name = 'BackendUnreachable'
}

/** The connection failed, so the call may be retried at once. */
class ConnectionFailed extends BackendUnreachable {}

/** A response of a backend that can't now. It counts as a failure, and is then returned to the caller. */
class BackendServerError extends BackendUnreachable {
  response: Response
  constructor(path: string, response: Response) {
    super(`${path} responded ${response.status}`)
    this.response = response
  }
}

/** What is recorded about a request's calls to the backend. */
export interface RequestTrace {
  /** Sent with each call. */
  requestId: string
  /** How long calls were under way: those at the same time count once. */
  backendMilliseconds: number
  /** The calls under way, and since when there are some, by `performance.now()`. */
  backendCalls: number
  backendSince: number
  /** Whether a call had no response or a 5xx. */
  hadOutage: boolean
}

export const newTrace = (requestId: string): RequestTrace => ({
  requestId,
  backendMilliseconds: 0,
  backendCalls: 0,
  backendSince: 0,
  hadOutage: false,
})

/** The trace of the current request. */
export const requestStorage = new AsyncLocalStorage<RequestTrace>()

/** Whether a backend call of the current request failed by an outage, so that the visitor should retry. */
export function hadOutage(): boolean {
  return requestStorage.getStore()?.hadOutage ?? false
}

/** Records that what the current request waited for failed by an outage, in a call of another request. */
export function noteOutage(): void {
  const request = requestStorage.getStore()
  if (request) request.hadOutage = true
}

/** The Retry-After of an outage: the circuit breaker has probed the backend by then. */
export const RETRY_AFTER_SECONDS = '5'

/** The `fetch` of all backend clients, with time-outs, one retry of reads, and a circuit breaker for each dependency. */
export class BackendFetch {
  #reads: Record<Dependency, IPolicy>
  #seconds: number
  /** Whether each dependency's breaker is open, for the metrics. */
  isOpen: Record<Dependency, number> = { rest: 0, auth: 0, storage: 0, functions: 0 }

  /** `seconds` is the time-out of a database call. */
  constructor(seconds: number) {
    this.#seconds = seconds
    const policy = (dependency: Dependency): IPolicy => {
      const breaker = newCircuitBreaker(handleType(BackendUnreachable))
      breaker.onStateChange((state) => (this.isOpen[dependency] = state === CircuitState.Open ? 1 : 0))
      const backoff = new ExponentialBackoff({ initialDelay: 40, maxDelay: 150 })
      return wrap(breaker, retry(handleType(ConnectionFailed), { maxAttempts: 1, backoff }))
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
    const factor = slowFunctions.get(CALLED_FUNCTION.exec(path)?.[1] ?? '') ?? TIMEOUT_FACTORS[dependencyOf(path)]
    const timeout = AbortSignal.timeout(factor * this.#seconds * SECOND)
    const signal = init?.signal ? AbortSignal.any([init.signal, timeout]) : timeout
    const request = requestStorage.getStore()
    if (request && ++request.backendCalls === 1) request.backendSince = performance.now()
    const headers = new Headers(init?.headers)
    if (request) headers.set('X-Request-Id', request.requestId)
    // For functions that give the last release other words (decision 166).
    headers.set('X-Shop-Release', version)
    // What is made by this call gets its language.
    if (currentLanguage() !== 'en') headers.set('Accept-Language', currentLanguage())
    try {
      const call = () => fetchOnce(path, input, { ...init, headers, signal })
      // The circuit breaker never refuses writes, such as orders.
      return await (isRead(path, init) ? this.#reads[dependencyOf(path)].execute(call) : call())
    } catch (error) {
      if (request) request.hadOutage ||= error instanceof BackendUnreachable || isBrokenCircuitError(error)
      if (error instanceof BackendServerError) return error.response
      if (isBrokenCircuitError(error)) throw new BackendUnreachable(`${path} was not called: the circuit is open`)
      throw error
    } finally {
      if (request && --request.backendCalls === 0)
        request.backendMilliseconds += performance.now() - request.backendSince
    }
  }
}

async function fetchOnce(path: string, input: RequestInfo | URL, init: RequestInit): Promise<Response> {
  let response
  try {
    response = await fetch(input, init)
  } catch (error) {
    const hasTimedOut = init.signal?.aborted
    throw new (hasTimedOut ? BackendUnreachable : ConnectionFailed)(`${path} did not respond`, { cause: error })
  }
  if (await isOutage(path, response)) throw new BackendServerError(path, response)
  return response
}

/** An error of Storage whose status, a text, begins with 5. */
const storageOutageSchema = z.object({ statusCode: z.string().startsWith('5') })

/** Whether a dependency can't now. Storage responds 400 to most errors, with their status in the body. */
async function isOutage(path: string, response: Response): Promise<boolean> {
  const dependency = dependencyOf(path)
  // Storage without a free connection, or the gateway. That of Auth and of functions is a rate limit.
  if (response.status === 429) return dependency === 'storage' || dependency === 'rest'
  if (response.status !== 400 || dependency !== 'storage') return response.status >= 500
  const body: unknown = await response
    .clone()
    .json()
    .catch(() => null)
  return storageOutageSchema.safeParse(body).success
}

function isRead(path: string, init?: RequestInit): boolean {
  const method = init?.method ?? 'GET'
  return method === 'GET' || method === 'HEAD' || READING_FUNCTION.test(path)
}

function dependencyOf(path: string): Dependency {
  return DEPENDENCIES.find((name) => path.includes(`/${name}/v1/`)) ?? 'rest'
}
