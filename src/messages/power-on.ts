/** Switching simulated devices on, and opening simulated emails. */
export const powerOnText = {
  title: 'No device at hand?',
  intro: 'A simulated one starts with this image, joins the fleet and lives here like a real one.',
  button: 'Power on a simulated device',
  busy: 'Powering it on',
  isOn: (name: string) => `${name} is on. It connects within half a minute of the simulated time.`,
  open: 'Open its page',
  failed: 'The device could not be powered on',

  section: 'Power on a simulated device',
  sectionIntro:
    'It has the image of a fleet on its card: it registers, connects and runs what the fleet runs.',
  fleet: 'Fleet',
  noFleets: 'There is no fleet that it could join. Create one first.',
  silent: (name: string) => `${name} is registered, and nobody has switched it on yet.`,
  turnOn: 'Power it on',

  openLetter: 'Open the email',
  openLetterNote: 'This world is simulated: its mailboxes are here, and nothing was sent to a real one.',
  noLetter: 'Nothing was emailed to this address.',
}
