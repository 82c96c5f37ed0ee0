const kilobytes = (characters: number) => `${Math.ceil(characters / 1000)} kB`

/** Sharing the present state of a simulated world as a link or a file. */
export const shareLinkText = {
  title: 'This moment',
  intro:
    'The link opens this page in the same world at the same simulated time, signed in with your current account. It works in any browser with the same version of the dashboard. It contains everything done in this world, including text you entered.',
  copy: 'Copy link to this moment',
  copied: (length: number) => `Link copied (${kilobytes(length)}).`,
  link: 'Link',
  notCopied: 'The browser blocked access to the clipboard. Copy the link from the field.',
  tooLong: (length: number, most: number) =>
    `The link would be too long: ${kilobytes(length)}, and many programs cut links after ${kilobytes(most)}. Save this moment as a file instead, and open it with “Open a session file”.`,
  save: 'Save this moment as a file',
  opened: (instant: string, person: string | null) =>
    person === null ? `Opened at ${instant}, signed out` : `Opened at ${instant}, signed in as ${person}`,
  refused: 'The shared moment was not opened',
  stays: (reason: string) => `${reason}. The current world was not changed.`,
  signInAs: (person: string) => `Sign in as ${person} to see the same.`,
  notShared: 'The link or file does not contain a moment of a simulated world',
  otherVersion: (theirs: string, ours: string) =>
    `It was made with version ${theirs} of the dashboard, and this is version ${ours}`,
}
