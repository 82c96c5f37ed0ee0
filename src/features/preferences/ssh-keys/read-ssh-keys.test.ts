import { expect, test } from 'vitest'
import { readSshKeys } from './read-ssh-keys.ts'

// Made by `ssh-keygen` for these tests and used nowhere.
const KEYS = {
  'ssh-rsa':
    'AAAAB3NzaC1yc2EAAAADAQABAAABgQDUiCOSwvKW5TGpHUEC6roXt4N/3CXeW5ee387KRoBPsumYqhj/Bgl79iehDIvI0rzpppBVIkEraaxYy76w8V/d9NK0xN7o4mDvpWBZuXYE69kVOPFdjM+M9ag+rZmStjWSdtgteWnWS1UrPwLlsWbezh+2wtDf3nbF0oQ0oZ7mty9t55agbJ4qmB+AlVXGeDmkBxAJ2ZGk82brJY34MvN9gqvkDkbr3+z9wK9hihr4vyzpLmYy4PPb4s8QJ0NZfxY0RCw41Mm/TQsd8IFRfqFSpz/b1W012R4kX8bgU8J9rtpYilaIO7DJ6kIFrzAnQAheuPNQ+yJPQUlEZzSAKu0iJ54RygJ81lb4oDRIbcjR36kywiPtD0PnqA9lht0ekQzIV0wlPl0LNWu/xvDQBAexi5KeDCqU+Elsnjl8tlH/JKdxZRdCrYk9+0MBbhmiV/+fG5+5XvUa0U9qJg1xwxigmhWmOK/QJlFFyd5utmJB1S/01JiCmmq8Amc1v97Lz8E=',
  'ssh-dss':
    'AAAAB3NzaC1kc3MAAACAAUQggjz95vHCazD5DsfdAeSIdTSiDwsNBMNu2A5x4P13sHZw65QL1TNflz2q2GGbkf/JEfV8ztRYu78s4DdTyb36D/AWnclXVnQGZnbPsLTriQLEQmnaHPa6ZtP4ttSxAKnqDnVaXC6CECQqCOcHj3+JOF6wlCNVUYJWi5bopP4AAAAUAfI6DJ/Fr9dghDeBa90KcwnLShIAAACAAVLk2nDmcg/KpNoemEBsGJwkJ56YUdWBQgQTb+tXE8FmsTJp3WP8NceX/wimzZAJUGanRa3bbYgxwrD4eCEUK0RWVW2JqoK8ra46lXj6RTWkFNAlwktArjrBJ3IpiLqXOuqNNxeXBgcu0zoUYHrXUjvmVXtRNN7BloH0oTNqohQAAACAAQ0Fl6PmyKDMICCi6TmAbvC2hF1qnWV+uCmPLeUurXTHnRWnX6KbfaszL31wCnzNJYkkJgsFlLf88E4zpydYW0xIo5w2lkBpSBChaVuZ3VAYfoEg5NyA4OgFyq1XhPgM1QkftUZARoSNy81YLXf4A1qi4HN6oP31c9OsjHAYJLw=',
  'ssh-ed25519': 'AAAAC3NzaC1lZDI1NTE5AAAAILRdHK6cZnE874MKazVdMm1kZnrqqBQeXHTEc6rWZfuW',
  'ecdsa-sha2-nistp256':
    'AAAAE2VjZHNhLXNoYTItbmlzdHAyNTYAAAAIbmlzdHAyNTYAAABBBASC/mhJdBSCDOpS9BD8plSKRoNAO8XGlwV+MeQBZhAGQ+VZsX5za1W6y0I5YxJ/BwW+xPDwhIul6NVXqxvZFJA=',
  'ecdsa-sha2-nistp384':
    'AAAAE2VjZHNhLXNoYTItbmlzdHAzODQAAAAIbmlzdHAzODQAAABhBELyqjp0gdEekWiSSnixwa7qQbDhNF1IdRXYO6yVZcfmrVWhswENMgu7e7x6pp1QptbUUefsjo1VJh5JCXYmva5FpjrgzYwKCRUcIgPW7OW8hi2mjs1hcPfeskQjW1/puw==',
  'ecdsa-sha2-nistp521':
    'AAAAE2VjZHNhLXNoYTItbmlzdHA1MjEAAAAIbmlzdHA1MjEAAACFBAEY8fP0aIIR6x496xZPznXeu/xSr0EKeUp0Ke0ZqzDERXDizXFnN/dit973TbkV3Fzy576Kuu/9w6x6Drbachs38QB/roUqKjYgxxxlI3BPwlHLbrttfcvzLD+6Uatin6RFOGBPbpe/1fVVJ9bnbXxhNHHAf7bujBXzuo6SZ3yTB7O6sQ==',
} as const
const BODY = KEYS['ssh-ed25519']
const LINE = `ssh-ed25519 ${BODY} ada@bench`
const RSA = KEYS['ssh-rsa']

const linesOf = (text: string) => readSshKeys(text).map((key) => key.problem ?? key.line)

const wrapped = (text: string, width: number) =>
  text.match(new RegExp(`.{1,${width}}`, 'g'))?.join('\n') ?? ''
const block = (body: string, headers = 'Comment: "ada@bench"\n') =>
  `---- BEGIN SSH2 PUBLIC KEY ----\n${headers}${wrapped(body, 70)}\n---- END SSH2 PUBLIC KEY ----\n`

test.each(Object.entries(KEYS))(
  'accepts a key of the type %s with and without a comment [KEYS-015, KEYS-017]',
  (type, body) => {
    expect(linesOf(`${type} ${body}`)).toEqual([`${type} ${body}`])
    expect(linesOf(`${type} ${body} ada on the bench`)).toEqual([`${type} ${body} ada on the bench`])
  },
)

test.each([
  ['tabs', LINE.replaceAll(' ', '\t')],
  ['several spaces', `  ${LINE.replaceAll(' ', '   ')}  `],
  ['non-breaking spaces', LINE.replaceAll(' ', '\u00A0')],
  ['a mark at the start of the file', `\uFEFF${LINE}\r\n`],
  ['marks without width', LINE.replace('AAAAC3', 'AAAAC3\u200B')],
  ['missing padding and another line end', `${LINE}\r`],
  ['lines of 72 letters', wrapped(LINE, 72)],
  ['lines of 20 letters', `ssh-ed25519 ${wrapped(BODY, 20)} ada@bench`],
  ['a line for each part', LINE.replaceAll(' ', '\n')],
  ['RFC 4716', block(BODY)],
  ['RFC 4716 with more headers', block(BODY, 'Subject: ada\nComment: ada@\\\nbench\nx-note: a\n')],
  ['comments and empty lines', `# my key\n\n${LINE}\n`],
  ['quotes', `"${LINE}"`],
  ['typographic quotes', ` “${LINE}” `],
  ['quotes and a comma, as in JSON', `  "${LINE}",`],
  ['a fence of code', `\`\`\`text\n${LINE}\n\`\`\``],
  ['a list mark', `- ${LINE}`],
  ['a number', `1. ${LINE}`],
  ['a comma', `${LINE},`],
  ['quotes around all its lines', `"${wrapped(LINE, 40)}"`],
  ['lines that a shell continues', LINE.replace(BODY, BODY.replace(/(.{30})/g, '$1\\\n'))],
  ['lines with marks of a quoted email', wrapped(LINE, 72).replaceAll(/^/gm, '> ')],
  ['indented lines', wrapped(LINE, 72).replaceAll('\n', '\n    ')],
  ['blanks at the ends of its lines', wrapped(LINE, 72).replaceAll('\n', '   \n')],
  ['an empty line within', wrapped(LINE, 60).replaceAll('\n', '\n\n')],
  ['soft hyphens', LINE.replace('AAAAC3', 'AAAAC3\u00AD')],
  ['marks of its direction', `\u2068${LINE}\u2069`],
  ['narrow spaces', LINE.replaceAll(' ', '\u202F')],
  ['another separator of lines', LINE.replace(' ', '\u2028')],
])('reads a key with %s as one line', (_, text) => {
  expect(linesOf(text)).toEqual([LINE])
})

test('a long key is read whole, wrapped at any width', () => {
  const line = `ssh-rsa ${RSA}`
  for (const width of [40, 64, 71, 72, 76, 79]) expect(linesOf(wrapped(line, width))).toEqual([line])
  expect(linesOf(block(RSA))).toEqual([`${line} ada@bench`])
})

test('two keys in one line are two, and the quotes of a comment stay', () => {
  expect(linesOf(`${LINE} ssh-rsa ${RSA} ada's "laptop"`)).toEqual([LINE, `ssh-rsa ${RSA} ada's "laptop"`])
  expect(linesOf(`no-pty ${LINE} ssh-rsa ${RSA}`)).toEqual(['options'])
  for (const between of [', ', ';', ' | ', ' , ', ',\n'])
    expect(linesOf(`${LINE}${between}ssh-rsa ${RSA}`)).toEqual([LINE, `ssh-rsa ${RSA}`])
})

test.each([
  'Ada Lovelace (gitlab.example)',
  'old ssh-rsa key',
  'laptop # work',
  'Ада 🔑',
  'AAAA',
  '12345678',
  'a=b==',
  'MD5:aa',
])('keeps the comment %j', (comment) => {
  expect(linesOf(`ssh-ed25519 ${BODY} ${comment}`)).toEqual([`ssh-ed25519 ${BODY} ${comment}`])
})

test('a letter after a key is no comment of it, nor is a line before', () => {
  expect(linesOf(`${LINE}\n\nThanks, Ada`)).toEqual([LINE, 'invalid'])
  expect(linesOf(`$ cat id.pub\n${LINE}`)).toEqual(['invalid', LINE])
  expect(linesOf(`ssh_authorized_keys:\n  - ${LINE}`)).toEqual(['invalid', LINE])
})

test('a text longer than any list of keys is none, unless it is private', () => {
  expect(linesOf(`${LINE}\n`.repeat(5_000))).toEqual(['invalid'])
  expect(linesOf(`${'a'.repeat(500_000)}-----BEGIN RSA PRIVATE KEY-----`)).toEqual(['private'])
})

test('a text of one sign, as before a key or after it, is read at once', () => {
  for (const sign of '*.?-,;|#> ') {
    const start = performance.now()
    readSshKeys(`${sign.repeat(390_000)}% ${LINE}`)
    readSshKeys(`${LINE} ${sign.repeat(390_000)}x`)
    // Where the time grows with the square of the length, it is minutes.
    expect(performance.now() - start, sign).toBeLessThan(5_000)
  }
})

test('reads several keys', () => {
  const other = `ssh-rsa ${RSA}`
  expect(linesOf(`${LINE}\n${other}\n`)).toEqual([LINE, other])
  expect(linesOf(`${wrapped(other, 72)}\n${wrapped(LINE, 72)}`)).toEqual([other, LINE])
  expect(linesOf(block(BODY) + block(RSA))).toEqual([LINE, `${other} ada@bench`])
})

test.each([
  ['a private key', '-----BEGIN OPENSSH PRIVATE KEY-----\nb3Bl', 'private'],
  ['an old private key', '-----BEGIN RSA PRIVATE KEY-----\nMIIE\n', 'private'],
  ['an encrypted private key', '-----BEGIN ENCRYPTED PRIVATE KEY-----', 'private'],
  ['a private key without its first line', 'b3BlbnNzaC1rZXktdjEAAAAABG5vbmUAAAAEbm9uZQ', 'private'],
  ['a private key of PuTTY', 'PuTTY-User-Key-File-3: ssh-ed25519\nEncryption: none', 'private'],
  ['a public key in PEM', '-----BEGIN PUBLIC KEY-----\nMIIB\n-----END PUBLIC KEY-----', 'pem'],
  ['options', `from="10.0.0.0/8",no-pty ${LINE}`, 'options'],
  ['a command with spaces', `command="echo hi there" ${LINE}`, 'options'],
  ['the key of a host', `github.com,140.82.121.4 ${LINE}`, 'host'],
  ['the key of a host on another port', `[gate.example]:2222 ${LINE}`, 'host'],
  ['the key of a host with a hashed name', `|1|F1E1KeoE/eEWhi10WpGv4OdiO6Y=|3988QV0VE8wm= ${LINE}`, 'host'],
  ['the authority of hosts', `@cert-authority *.example ${LINE}`, 'host'],
  ['what ssh-keyscan prints', `# gate.example:22 SSH-2.0-OpenSSH_9.2p1\ngate.example ${LINE}`, 'host'],
  ['an authority', `cert-authority,principals="ada" ${LINE}`, 'options'],
  ['a tunnel', `tunnel="0",command="sh /etc/netstart tun0" ${LINE}`, 'options'],
  ['a restriction', `restrict ${LINE}`, 'options'],
  ['a command with a key', `command="ssh-rsa AAAA" ${LINE}`, 'options'],
  ['a key in a sentence', `my key is ${LINE}`, 'around'],
  ['a line of JSON', `"key": "${LINE}"`, 'around'],
  ['what an API answers', `[{"id":1,"key":"${LINE}"}]`, 'around'],
  ['a line of Terraform', `public_key = "${LINE}"`, 'around'],
  ['a command', `echo '${LINE}' >> ~/.ssh/authorized_keys`, 'around'],
  ['a variable', `SSH_KEY="${LINE}"`, 'around'],
  ['markup', `<code>${LINE}</code>`, 'around'],
  [
    'what ssh-add -l prints',
    '256 SHA256:FqVT02Hk0H8priNC0SeATqLiwjby2PfLa1iwsixHy3U ada (ED25519)',
    'fingerprint',
  ],
  ['an old fingerprint', 'MD5:aa:bb:cc:dd:ee:ff:00:11:22:33:44:55:66:77:88:99', 'fingerprint'],
  ['a path', '~/.ssh/id_ed25519.pub', 'file'],
  ['a path of Windows', 'C:\\Users\\ada\\.ssh\\id_rsa.pub', 'file'],
  ['a name of a file', 'id_ed25519.pub', 'file'],
  ['a key of SSH 1', '2048 65537 2519084949 ada@bench', 'invalid'],
  ['a certificate in PEM', '-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----', 'certificate'],
  ['a key in PKCS 1', '-----BEGIN RSA PUBLIC KEY-----\nMIIB\n-----END RSA PUBLIC KEY-----', 'pkcs1'],
  ['a key of OpenPGP', '-----BEGIN PGP PUBLIC KEY BLOCK-----\n\nmQ==', 'openpgp'],
  ['a private key of PuTTY without its first line', 'Encryption: none\nPrivate-Lines: 1\nAAAA', 'private'],
  ['a private key of SSH Tectia', '---- BEGIN SSH2 ENCRYPTED PRIVATE KEY ----\nP2/5', 'private'],
  ['a private JSON Web Key', '{"kty":"RSA","n":"0vx","e":"AQAB","d":"X4cTte"}', 'private'],
  ['a secret of age', 'AGE-SECRET-KEY-1QQQQ', 'private'],
  [
    'the body of a private RSA key',
    'MIIG5AIBAAKCAYEArJ36tFCN57BPKWskGcqbBAVdpv7Iyq17cOj5ImWsMsTbp4ZW',
    'private',
  ],
  ['the body of a private key in PKCS 8', 'MC4CAQAwBQYDK2VwBCIEIAAA', 'private'],
  ['the body of a private EC key', ' MHcCAQEEIAAAAAAAAAAAAAAA', 'private'],
  ['the body of a public key in PEM', 'MIIBojANBgkqhkiG9w0BAQEFAAOCAY8A', 'invalid'],
  ['a public key before its private one', `${LINE}\n-----BEGIN OPENSSH PRIVATE KEY-----`, 'private'],
  ['a key shown with dots at its end', `${LINE.slice(0, 50)}…`, 'incomplete'],
  ['a key shown with dots within', `ssh-rsa ${RSA.slice(0, 60)}...${RSA.slice(-60)}`, 'incomplete'],
  ['a key of 16 bits', `ssh-rsa ${btoa('\0\0\0\x07ssh-rsa\0\0\0\x01\x03\0\0\0\x02\x7f\x05')}`, 'weak'],
  ['the type in capitals', LINE.replace('ssh', 'SSH'), 'invalid'],
  ['the name of a signature', `rsa-sha2-256 ${RSA}`, 'invalid'],
  ['another alphabet of base64', `ssh-rsa ${RSA.replaceAll('/', '_')}`, 'invalid'],
  ['a certificate', `ssh-ed25519-cert-v01@openssh.com ${BODY}`, 'certificate'],
  ['a key of a security device', `sk-ssh-ed25519@openssh.com ${BODY}`, 'unsupported'],
  ['another type', `ssh-foo ${BODY}`, 'unsupported'],
  ['a key that was cut', LINE.replace(BODY, BODY.slice(0, 40)), 'incomplete'],
  ['a long key that was cut', `ssh-rsa ${RSA.slice(0, 200)}`, 'incomplete'],
  ['a key that was cut inside of a letter', `ssh-rsa ${RSA.slice(0, 201)} ada@bench`, 'incomplete'],
  ['another type before the key', `ssh-rsa ${BODY}`, 'mismatch'],
  ['another curve before the key', `ecdsa-sha2-nistp384 ${KEYS['ecdsa-sha2-nistp256']}`, 'mismatch'],
  ['more than a key', `ssh-ed25519 ${btoa(`${atob(BODY)}more`)}`, 'invalid'],
  ['text that is no base64', 'ssh-rsa !!!', 'invalid'],
  ['only the type', 'ssh-rsa', 'invalid'],
  ['other text', 'my key', 'invalid'],
  ['the key alone', BODY, 'invalid'],
])('refuses %s [KEYS-016]', (_, text, problem) => {
  expect(linesOf(text)).toEqual([problem])
})

test('refuses one of several', () => {
  expect(linesOf(`${LINE}\nssh-rsa ${RSA.slice(0, 99)}\n`)).toEqual([LINE, 'incomplete'])
})
