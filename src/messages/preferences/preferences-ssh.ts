import { plural } from '@/lib/format.ts'
/** The SSH keys of a person. */
export const sshText = {
  title: 'SSH keys',
  intro: 'Use one of these keys to open SSH sessions on devices from your computer.',
  loadFailed: 'Your SSH keys could not be loaded',
  table: 'Your SSH keys',
  columns: { title: 'Title', type: 'Type', fingerprint: 'Fingerprint', created: 'Created' },
  unknownType: 'Unknown',
  empty: 'Your SSH keys appear here',
  emptyDetail: 'Add one from a file, or import your keys from GitHub.',
  select: (title: string) => `Select ${title}`,
  selected: (count: string, number: number) =>
    plural(number, { one: `${count} key selected`, other: `${count} keys selected` }),
  clearSelection: 'Clear selection',

  add: 'Add new key',
  addManually: 'Add manually',
  importFrom: 'Import from GitHub',

  addTitle: 'Add an SSH key',
  keyTitle: 'Title',
  keyTitleHint: 'A name for the computer that has the private key.',
  key: 'Public key',
  keyHint: 'As in ~/.ssh/id_ed25519.pub, or several keys',
  keyNumber: (number: number) => `Key ${number}`,
  found: (count: number) => `${count} keys`,
  problems: {
    title: 'The key title is mandatory!',
    missing: 'The key is mandatory!',
    invalid:
      'Enter a public key of a supported type: ssh-rsa, ssh-dss, ssh-ed25519 or ecdsa-sha2-nistp256, 384 or 521.',
    private:
      'This is a private key. Never share it: paste the public key from the file of the same name that ends in .pub.',
    pem: 'This is a key in PEM format. Convert it with "ssh-keygen -i -m PKCS8 -f FILE" and paste the result.',
    pkcs1:
      'This is a key in PEM format. Convert it with "ssh-keygen -i -m PEM -f FILE" and paste the result.',
    openpgp: 'This is an OpenPGP key, not an SSH key.',
    certificate: 'This is a certificate. Paste the public key it was made for.',
    options:
      'Options before a key, such as from= or command=, are not supported. Without them the key would open more than it should, so it is not added.',
    host: 'This is the key of a host, as in known_hosts. Paste your own public key.',
    around: 'There is other text around the key. Paste only the key, as it is in the file.',
    fingerprint: 'This is the fingerprint of a key. Paste the key itself.',
    file: 'This is the name of a file. Paste what is in the file.',
    unsupported:
      'Enter a public key of a supported type: ssh-rsa, ssh-dss, ssh-ed25519 or ecdsa-sha2-nistp256, 384 or 521.',
    weak: 'This key has fewer than 1024 bits, which SSH does not accept any more. Create a new one.',
    incomplete: 'The key is incomplete: its end is missing. Copy the whole line.',
    mismatch: 'The type does not match the key after it.',
  },
  addConfirm: 'Add key',
  added: (title: string) => `${title} added`,
  sameKey: 'You already have this key.',

  importTitle: 'Import SSH keys from GitHub',
  login: 'GitHub username',
  loginHint: 'Only its public keys are read.',
  loginMissing: 'Enter a GitHub username.',
  showKeys: 'Show keys',
  preview: 'Keys to import',
  willImport: (login: string, count: number) =>
    plural(count, {
      one: `This key of ${login} will be added:`,
      other: `These ${count} keys of ${login} will be added:`,
    }),
  importConfirm: (count: number) => plural(count, { one: 'Import 1 key', other: `Import ${count} keys` }),
  unknownLogin: (login: string) => `GitHub has no user called ${login}.`,
  rateLimited: 'GitHub’s request limit is reached. Try again later.',
  noKeys: (login: string) => `${login} has no public keys on GitHub.`,
  allSaved: (login: string) => `All keys of ${login} are already saved.`,
  imported: (count: string, number: number) =>
    plural(number, { one: `${count} key imported`, other: `${count} keys imported` }),
  someFailed: (failed: string, total: string, first: string) =>
    `Some keys could not be saved (${failed} of ${total}). The first error: ${first}`,
  allFailed: (first: string) => `All keys failed to be saved. The first error: ${first}`,

  remove: 'Delete keys',
  removeTitle: (count: number, first: string) =>
    plural(count, { one: `Delete ${first}?`, other: `Delete ${count} SSH keys?` }),
  removeBody: 'It can no longer be used to open SSH sessions.',
  removeConfirm: (count: number) => plural(count, { one: 'Delete key', other: 'Delete keys' }),
  removed: (count: number, title: string) =>
    plural(count, { one: `Key ${title} deleted`, other: `${count} keys deleted` }),
}
