export const supportAccessText = {
  granted: (time: string) => `Support staff have access until ${time}.`,
  /** The time does not count down: it is announced once. */
  endsSoon: (minutes: number, time: string) =>
    `Support staff have access until ${time}, less than ${minutes} minutes from now. Whoever may grant it can extend it in the settings.`,
  askOwner: 'Support access is not granted. Ask the owner to grant support access before you continue.',
  label: 'Until',
  description: 'Support has access until this time, in the time zone of your preferences.',
  missing: 'Choose a date and a time',
  past: 'The time must not be in the past',
}
