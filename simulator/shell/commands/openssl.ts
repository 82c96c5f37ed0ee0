import { formatDate } from '../../base/calendar.ts'
import { valueIn } from '../../base/records.ts'
import { CLOUD_DOMAIN } from '../../definition/identity.ts'
import {
  base64OfBytes,
  bytesOfHex,
  certificateText,
  fromBase64,
  md5,
  sha1,
  sha256,
  sha512,
  toBase64,
} from '../hashes.ts'
import type { Steps } from '../kernel/kernel.ts'
import { readAll } from '../kernel/streams.ts'
import type { Machine } from '../machine.ts'
import type { Process, Program } from '../process.ts'
import { openInput } from '../process.ts'
import { resolveName } from './network-facts.ts'

const VERSION = 'OpenSSL 3.2.3 3 Sep 2024 (Library: OpenSSL 3.2.3 3 Sep 2024)'
const DAY = 86_400_000
/** The most bytes that `rand` gives. */
const MAX_RANDOM = 65_536
const DIGESTS: Readonly<Record<string, [title: string, digest: (text: string) => string]>> = {
  md5: ['MD5', md5],
  sha1: ['SHA1', sha1],
  sha256: ['SHA2-256', sha256],
  sha512: ['SHA2-512', sha512],
}

/** Above the purposes of all other texts of a device. */
const CERTIFICATES = 1_000_000_000

/** The value after an option. */
const valueOf = (args: readonly string[], name: string): string | undefined => {
  const at = args.indexOf(name)
  return at < 0 ? undefined : args[at + 1]
}

/** A certificate of the platform is renewed every 60 days, and valid for 90. */
function validityOf(machine: Machine): { from: number; to: number } {
  const from = Math.floor(machine.now() / (60 * DAY)) * 60 * DAY
  return { from, to: from + 90 * DAY - 1000 }
}

function* connect(process: Process, args: readonly string[]): Steps<number> {
  const { machine } = process
  const target = valueOf(args, '-connect') ?? args.find((it) => /:\d+$/.test(it)) ?? 'localhost:4433'
  const [host = '', port = '443'] = target.replace(/^(.*):(\d+)$/, '$1 $2').split(' ')
  const address = resolveName(machine, host)
  yield* process.sleep(60)
  if (address === null) {
    process.err(`BIO_lookup_ex:Name or service not known\nconnect:errno=22\n`)
    return 1
  }
  if (port !== '443' || !/[a-z]/i.test(host)) {
    process.err(`BIO_connect:Connection refused\nconnect:errno=111\n`)
    return 1
  }
  const { from, to } = validityOf(machine)
  const own = machine.ownTime()
  const problem =
    own < from ? [9, 'certificate is not yet valid'] : own > to ? [10, 'certificate has expired'] : [0, 'ok']
  const subject = host.endsWith(CLOUD_DOMAIN) ? `CN = *.${CLOUD_DOMAIN}` : `CN = ${host}`
  const issuer = 'C = US, O = Example Trust Services, CN = EX1'
  const root = 'C = US, O = Example Trust Services, CN = Example Root R1'
  process.err(
    `depth=2 ${root}\nverify return:1\ndepth=1 ${issuer}\nverify return:1\ndepth=0 ${subject}\n${problem[0] === 0 ? '' : `verify error:num=${problem[0]}:${problem[1]}\n`}verify return:1\n`,
  )
  const day = (at: number) => formatDate('%b %e %T %Y GMT', at)
  process.out(
    `CONNECTED(00000003)\n---\nCertificate chain\n 0 s:${subject}\n   i:${issuer}\n   a:PKEY: id-ecPublicKey, 256 (bit); sigalg: RSA-SHA256\n   v:NotBefore: ${day(from)}; NotAfter: ${day(to)}\n 1 s:${issuer}\n   i:${root}\n---\nServer certificate\n${certificateText(machine.token(CERTIFICATES + Number.parseInt(sha256(subject).slice(0, 6), 16), 88))}subject=${subject}\nissuer=${issuer}\n---\nNo client certificate CA names sent\nPeer signing digest: SHA256\nPeer signature type: ECDSA\nServer Temp Key: X25519, 253 bits\n---\nSSL handshake has read 4231 bytes and written 387 bytes\nVerification${problem[0] === 0 ? ': OK' : ` error: ${problem[1]}`}\n---\nNew, TLSv1.3, Cipher is TLS_AES_256_GCM_SHA384\nServer public key is 256 bit\nThis TLS version forbids renegotiation.\nEarly data was not sent\nVerify return code: ${problem[0]} (${problem[1]})\n---\n`,
  )
  // Until the input ends, as with `< /dev/null`.
  yield* readAll(process.streams.in)
  process.err('DONE\n')
  return 0
}

/** What is said of the certificate that `s_client` shows. */
function* x509(process: Process, args: readonly string[]): Steps<number> {
  const path = valueOf(args, '-in')
  const input = openInput(process, path ?? '-')
  if (!input) return 1
  const text = yield* readAll(input)
  if (!text.includes('-----BEGIN CERTIFICATE-----')) {
    process.err(
      `Could not ${path === undefined ? 'read certificate from <stdin>' : `find certificate from ${path}`}\nUnable to load certificate\n`,
    )
    return 1
  }
  const subject = /^subject=(.*)$/m.exec(text)?.[1] ?? `CN = ${CLOUD_DOMAIN}`
  const issuer = /^issuer=(.*)$/m.exec(text)?.[1] ?? subject
  const { from, to } = validityOf(process.machine)
  const day = (at: number) => formatDate('%b %e %T %Y GMT', at)
  for (const arg of args) {
    if (arg === '-dates') process.out(`notBefore=${day(from)}\nnotAfter=${day(to)}\n`)
    if (arg === '-startdate') process.out(`notBefore=${day(from)}\n`)
    if (arg === '-enddate') process.out(`notAfter=${day(to)}\n`)
    if (arg === '-subject') process.out(`subject=${subject}\n`)
    if (arg === '-issuer') process.out(`issuer=${issuer}\n`)
  }
  if (!args.includes('-noout'))
    process.out(`${/-----BEGIN CERTIFICATE-----[^]*?-----END CERTIFICATE-----/.exec(text)?.[0] ?? ''}\n`)
  return 0
}

function* digest(process: Process, name: string, paths: readonly string[]): Steps<number> {
  const found = valueIn(DIGESTS, name)
  if (!found) return process.fail(`Unknown option or message digest: ${name}`)
  const [title, hash] = found
  for (const path of paths.length === 0 ? ['-'] : paths) {
    const input = openInput(process, path)
    if (!input) return 1
    process.out(`${title}(${path === '-' ? 'stdin' : path})= ${hash(yield* readAll(input))}\n`)
  }
  return 0
}

function* openssl(process: Process): Steps<number> {
  const [verb = '', ...args] = process.args
  const paths = args.filter((it) => !it.startsWith('-'))
  switch (verb) {
    case 'version':
    case '-v':
    case '--version':
      process.out(`${VERSION}\n`)
      return 0
    case 's_client':
      return yield* connect(process, args)
    case 'x509':
      return yield* x509(process, args)
    case 'rand': {
      const count = Number(paths.at(-1))
      if (!Number.isInteger(count) || count < 0) return process.fail(`Invalid number "${paths.at(-1) ?? ''}"`)
      if (count > MAX_RANDOM) return process.fail(`Invalid number "${count}": at most ${MAX_RANDOM} bytes`)
      const hex = process.machine.randomHex(count * 2)
      const bytes = bytesOfHex(hex)
      if (args.includes('-hex')) process.out(`${hex}\n`)
      else if (args.includes('-base64')) process.out(`${base64OfBytes(bytes)}\n`)
      else process.out(Array.from(bytes, (it) => String.fromCharCode(it)).join(''))
      return 0
    }
    case 'dgst': {
      const name = args.find((it) => valueIn(DIGESTS, it.slice(1)) !== undefined)?.slice(1) ?? 'sha256'
      return yield* digest(process, name, paths)
    }
    case 'base64':
    case 'enc': {
      if (verb === 'enc' && !args.includes('-base64') && !args.includes('-a'))
        return process.fail('only -base64 works here')
      const path = valueOf(args, '-in')
      const input = openInput(process, path ?? '-')
      if (!input) return 1
      const text = yield* readAll(input)
      const result = args.includes('-d')
        ? fromBase64(text)
        : `${toBase64(text).replace(/.{64}(?=.)/g, '$&\n')}\n`
      if (result === null) return process.fail('error in base64 input')
      yield* process.print(result)
      return 0
    }
    default:
      if (valueIn(DIGESTS, verb) !== undefined) return yield* digest(process, verb, paths)
      process.err(`Invalid command '${verb}'; type "help" for a list.\n`)
      return 1
  }
}

export const opensslPrograms: Record<string, Program> = { openssl }
