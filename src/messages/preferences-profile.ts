/** The profile in the preferences; the names of its fields stand with the sign-up. */
export const profilePageText = {
  title: 'Profile',
  panel: 'Who you are',
  newsletter: 'Send me news about the product by email',
  save: 'Save profile',
  saved: 'Your profile is saved',
  unchanged: 'Nothing has changed yet',
  accountTypeMissing: 'Choose a type of account.',
}

/** How the dashboard looks in this browser. */
export const displayText = {
  title: 'Display',
  panel: 'Experimental',
  stays: 'These choices are kept in this browser alone.',
  headerColour: 'Header colour',
  headerColourHint: 'Tell accounts and platforms apart at a glance.',
  fromTheme: 'From the theme',
  pick: 'Pick a header colour',
  useTheme: 'Use the theme’s',
  isTheme: 'The theme’s colour is used already',
  apps: 'Show apps',
  appsHint: 'Apps are an alpha feature: they then stand in the navigation beside fleets and blocks.',
  appsHintMigrated:
    'You have apps. They are an alpha feature, and stand in the navigation beside fleets and blocks when this is on.',
  stripes: 'Navigation stripes',
  stripesHint: 'This is a staging deployment: red stripes in the header say so.',
  on: 'On',
  off: 'Off',
}
