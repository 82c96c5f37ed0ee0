/** The kinds of platform that answer differently: the hosted one, and its open-source backend. */
export type PlatformKind = 'hosted' | 'open'
