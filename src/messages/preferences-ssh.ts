/** The SSH keys of a person. */
export const sshText = {
  title: 'SSH keys',
  intro: 'With one of these keys you open an SSH session on a device from your own machine.',
  loadFailed: 'Your SSH keys could not be loaded',
  table: 'Your SSH keys',
  columns: { title: 'Title', type: 'Type', fingerprint: 'Fingerprint', created: 'Created' },
  unknownType: 'Unknown',
  empty: 'Your SSH keys appear here',
  emptyDetail: 'Add one from a file of yours, or import those that you have at GitHub.',
  select: (title: string) => `Select ${title}`,
  selected: (count: string, one: boolean) => `${count} ${one ? 'key' : 'keys'} selected`,
  clearSelection: 'Clear selection',

  add: 'Add new key',
  addManually: 'Add manually',
  importFrom: 'Import from GitHub',

  addTitle: 'Add an SSH key',
  keyTitle: 'Title',
  keyTitleHint: 'A name for the machine that has the private half.',
  key: 'Public key',
  keyHint: 'One line, as in ~/.ssh/id_ed25519.pub',
  problems: {
    title: 'The key title is mandatory!',
    missing: 'The key is mandatory!',
    invalid:
      'This is no public key of a type that the platform takes: ssh-rsa, ssh-dss, ssh-ed25519 or ecdsa-sha2-nistp256, 384 or 521.',
  },
  addConfirm: 'Add key',
  added: (title: string) => `${title} is added`,
  sameKey: 'You have this key already.',

  importTitle: 'Import SSH keys from GitHub',
  login: 'GitHub username',
  loginHint: 'Its public keys are read; nothing of you is told there.',
  loginMissing: 'Type a GitHub username.',
  importConfirm: 'Import keys',
  unknownLogin: (login: string) => `GitHub knows nobody called ${login}.`,
  rateLimited: 'GitHub was asked too often from here. Try again later.',
  noKeys: (login: string) => `${login} has no public keys at GitHub.`,
  allSaved: (login: string) => `All keys of ${login} are saved already.`,
  imported: (count: string, one: boolean) => `${count} ${one ? 'key is' : 'keys are'} imported`,
  someFailed: (failed: string, total: string, first: string) =>
    `Some keys could not be saved (${failed} of ${total}). The first error: ${first}`,
  allFailed: (first: string) => `All keys failed to be saved. The first error: ${first}`,

  remove: 'Delete keys',
  removeTitle: (count: number, first: string) =>
    count === 1 ? `Delete ${first}?` : `Delete ${count} SSH keys?`,
  removeBody: 'Who has the private half cannot open an SSH session with it any more.',
  removeConfirm: (count: number) => (count === 1 ? 'Delete key' : 'Delete keys'),
  removed: (count: number) => (count === 1 ? 'The key is deleted' : `${count} keys are deleted`),
}
