const kilobytes = (characters: number) => `${Math.ceil(characters / 1000)} kB`

/** A moment of a simulated world that is shared as a link or a file. */
export const momentText = {
  title: 'This moment',
  intro:
    'The link opens this page in this world at this time, as the account that you use now, in any browser with the same version of the dashboard. It holds what has been done here, typed texts included.',
  copy: 'Copy link to this moment',
  copied: (length: number) => `Link copied (${kilobytes(length)}).`,
  link: 'Link',
  notCopied: 'The browser does not allow copying. Copy the link from the field.',
  tooLong: (length: number, most: number) =>
    `Too much has been done for a link: it would have ${kilobytes(length)}, and many programs cut links after ${kilobytes(most)}. Save the moment as a file instead; “Open a session file” opens it.`,
  save: 'Save this moment as a file',
  opened: (moment: string, person: string | null) =>
    `You see ${moment}, ${person === null ? 'signed out' : `as ${person}`}`,
  refused: 'The shared moment was not opened',
  stays: (reason: string) => `${reason}. This world stays as it is.`,
  signInAs: (person: string) => `Sign in as ${person} to see the same.`,
  noMoment: 'It is no moment of a simulated world',
  otherVersion: (theirs: string, ours: string) =>
    `It was made with version ${theirs} of the dashboard, and this is version ${ours}`,
}
