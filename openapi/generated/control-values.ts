// Made by `npm run contract` from openapi/. Do not edit.
export const faultKinds = ['status', 'latency', 'truncate', 'drop-stream', 'drop-socket', 'stale-read', 'network', 'lost-answer', 'outage'] as const
export const faultSpreads = ['fixed', 'uniform', 'normal', 'long-tail'] as const

/** The numeric fields of each kind of fault, besides the share of requests and the number of times. */
export const faultNumbers = {
  'status': ['status'] as const,
  'latency': ['delay'] as const,
  'truncate': ['bytes'] as const,
  'drop-stream': ['bytes'] as const,
  'drop-socket': ['bytes'] as const,
  'stale-read': ['length'] as const,
  'network': [] as const,
  'lost-answer': [] as const,
  'outage': ['length'] as const,
}
