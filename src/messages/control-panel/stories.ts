/** Guided tours of the simulated platform. */
export const storyText = {
  stories: 'Stories',
  intro:
    'Guided tours. Follow the instructions in the bar, or press Next and watch. Each story opens its own world.',
  facts: (person: string | null, minutes: number) =>
    [person === null ? 'signed out' : `as ${person}`, `${minutes} min`].join(' · '),
  start: 'Start',
  startNamed: (title: string) => `Start “${title}”`,
  bar: 'Story',
  step: (n: number, count: number) => `Step ${n} of ${count}`,
  opening: 'Opening the story',
  failed: 'The story could not be opened',
  back: 'Back',
  first: 'This is the first step',
  next: 'Next',
  finish: 'Finish',
  restart: 'Restart',
  notes: 'Presenter notes',
  leave: 'Close the story',
  again: 'Show the page',
  done: 'Done. Press Next to continue.',
  tryIt: 'Do it on the page, or press Next.',
  watch: 'Press Next.',
  keys: 'F6 moves the focus to this bar.',
  notThere: (name: string) => `${name} does not exist in this world.`,
  noControl: (name: string) => `“${name}” is not on this page.`,
  notSeen: (name: string) => `“${name}” has not appeared.`,
  noWindow: 'The browser blocked the window with the notes. Allow pop-ups for this page.',
  noNote: 'No note for this step.',
  comingNext: 'Next',
  lastStep: 'This is the last step.',
  simulatedTime: 'Simulated time',
}

/** The sign-in page of the simulated platform. */
export const welcomeText = {
  title: 'Explore the demo',
  location: 'This platform is simulated in your browser. Nothing leaves it.',
  lookAround: 'Look around',
  lookAroundDetail: 'Sign in as Ada, the administrator of Acme Logistics.',
  lookAroundOwn: (name: string, world: string) => `Sign in as ${name}, administrator in “${world}”.`,
  followStory: 'Follow a story',
  followStoryDetail: 'A guided tour of a few minutes.',
  makeWorld: 'Create your own world',
  makeWorldDetail: 'With your company’s name, your devices and your problems.',
  accounts: 'Demo accounts',
  accountsIntro: (password: string) =>
    `Click an account to sign in. The password of all accounts is ${password}`,
}
