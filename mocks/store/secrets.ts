import type { StaffRoleName } from '../../openapi/generated/roles.ts'
import { draw } from '../../simulator/base/random.ts'

/** The permissions of a key: those of its user, to register devices in a fleet, or those of a device (docs/platform/authentication.md). */
export type KeyRole = 'named-user-api-key' | 'provisioning-api-key' | 'device-api-key'

export interface KeySecret {
  /** Id of the `api_key` row. */
  key: number
  role: KeyRole
  /** Set on a deleted key: its actor, and until when the platform caches its permissions. */
  remembered?: { actor: number; until: number }
}

/** The authenticator of a user (RFC 6238). */
export interface Authenticator {
  /** Base32. */
  secret: string
  /** false until the user has confirmed it with a code. */
  isOn: boolean
  /** The time step of the last accepted code, because each code can be used once. */
  lastStep: number
}

/** The purpose of a one-time token that was emailed or returned to a browser. */
export type TokenPurpose =
  | { kind: 'verify-email'; user: number; email: string }
  | { kind: 'reset-password'; user: number }
  | { kind: 'oauth'; user: number; application: number }
  /** `provider`: github, google, or the id of an identity provider. */
  | { kind: 'sign-in'; provider: string | number; email: string; name: string }

export interface OneTimeToken {
  purpose: TokenPurpose
  /** Simulated milliseconds. */
  until: number
}

/** An email sent by the platform. */
export interface Email {
  id: number
  /** Simulated milliseconds. */
  at: number
  to: string
  subject: string
  text: string
  /** The page of the dashboard that the email links to. */
  link: string
  token: string
}

/** Generates secrets: the same seed gives the same secrets in the same order, so that a world can be replayed. */
export interface SecretGenerator {
  seed: number
  drawn: number
}

/** Data that the data API never returns. */
export interface Secrets {
  generator: SecretGenerator
  /** Signs session tokens; 32 bytes. */
  signingKey: Uint8Array<ArrayBuffer>
  passwords: Map<number, string>
  /** Copied into each token; a change ends all sessions of that user (docs/platform/authentication.md). */
  jwtSecrets: Map<number, string>
  staff: Map<number, StaffRole>
  keys: Map<string, KeySecret>
  authenticators: Map<number, Authenticator>
  /** By the id of the `recovery_two_factor` row. */
  recoveryCodes: Map<number, string>
  oneTimeTokens: Map<string, OneTimeToken>
  /** Oldest first. */
  emails: Email[]
  /** Whether sessions also end after their life in simulated time. */
  sessionsExpire: boolean
}

export type StaffRole = StaffRoleName

export function createSecrets(seed = 0): Secrets {
  return {
    generator: { seed, drawn: 0 },
    signingKey: crypto.getRandomValues(new Uint8Array(32)),
    passwords: new Map(),
    jwtSecrets: new Map(),
    staff: new Map(),
    keys: new Map(),
    authenticators: new Map(),
    recoveryCodes: new Map(),
    oneTimeTokens: new Map(),
    emails: [],
    sessionsExpire: false,
  }
}

/** Secrets as versions before 31 stored them. */
export interface FormerSecrets extends Omit<Secrets, 'generator' | 'oneTimeTokens' | 'emails'> {
  lot: SecretGenerator
  tickets: Map<string, { errand: TokenPurpose; until: number }>
  letters: Email[]
}

/** Reads secrets that an earlier version stored. */
export function fromFormerSecrets({ lot, tickets, letters, ...same }: FormerSecrets): Secrets {
  const tokens = [...tickets].map(
    ([token, { errand, until }]) => [token, { purpose: errand, until }] as const,
  )
  return { ...same, generator: lot, oneTimeTokens: new Map(tokens), emails: letters }
}

/** Separates these random numbers from those of the devices. */
const SECRETS = 0x5ec2e7

const KEY_ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

/** Pseudorandom bytes that were never drawn before in this world. */
export function drawBytes({ generator }: Pick<Secrets, 'generator'>, count: number): Uint8Array<ArrayBuffer> {
  generator.drawn++
  return Uint8Array.from(
    { length: count },
    (_, at) => draw(generator.seed, SECRETS, generator.drawn, at) >>> 24,
  )
}

/** An opaque secret of 32 letters and digits (docs/platform/authentication.md). */
export function newSecret(secrets: Pick<Secrets, 'generator'>): string {
  return Array.from(drawBytes(secrets, 32), (byte) => KEY_ALPHABET[byte % KEY_ALPHABET.length]).join('')
}

/** A secret of hexadecimal digits. */
export function newHex(secrets: Pick<Secrets, 'generator'>, digits: number): string {
  const bytes = drawBytes(secrets, Math.ceil(digits / 2))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0'))
    .join('')
    .slice(0, digits)
}
