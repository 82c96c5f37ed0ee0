import { plural } from '@/lib/format.ts'

/** Asking before a link replaces the simulated world. */
export const replaceText = {
  title: {
    share: 'Open the shared moment?',
    world: 'Open the linked world?',
    story: 'Start the linked story?',
  },
  open: { share: 'Open the moment', world: 'Open the world', story: 'Start the story' },
  replaces: (world: string) => `The link replaces the world “${world}” in every tab of this browser:`,
  losesActions: (count: number) =>
    plural(count, {
      one: 'One action that was done in it is lost.',
      other: `${count} actions that were done in it are lost.`,
    }),
  losesTabs: (count: number) =>
    plural(count, {
      one: 'Another tab shows it.',
      other: `${count} other tabs show it.`,
    }),
  losesSession: (person: string | null) =>
    person === null
      ? 'You are signed out in every tab.'
      : `You are signed out in every tab, and signed in as ${person} here.`,
  mayLoseSession: 'You are signed out in every tab, unless your account exists in the linked world too.',
  storySession: 'You are signed out in every tab, and signed in as the user of the story here.',
  saveFirst: 'To keep it, cancel, and save a session file in the World tab of the simulator panel.',
}
