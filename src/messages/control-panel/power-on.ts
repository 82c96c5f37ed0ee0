/** Powering on simulated devices, and opening simulated emails. */
export const powerOnText = {
  title: 'No device at hand?',
  intro: 'A simulated device boots this image and joins the fleet.',
  button: 'Power on a simulated device',
  busy: 'Powering on',
  isOn: (name: string) => `${name} is on. It connects within 30 seconds of simulated time.`,
  open: 'Open device',
  failed: 'The device could not be powered on',

  section: 'Power on a simulated device',
  sectionIntro: 'It boots the fleet’s OS image, registers, connects and runs the fleet’s release.',
  fleet: 'Fleet',
  noFleets: 'There are no fleets to join. Create one first.',
  silent: (name: string) => `${name} is registered, but not powered on yet.`,
  turnOn: 'Power on',

  openLetter: 'Open the email',
  openLetterNote: 'This world is simulated: emails are stored here and not sent.',
  noLetter: 'No emails to this address.',
}
