/** The profile tab of the preferences; the labels of its fields are in sign-up.ts. */
export const profilePageText = {
  title: 'Profile',
  panel: 'About you',
  newsletter: 'Send me news about the product by email',
  save: 'Save profile',
  saved: 'Profile saved',
  unchanged: 'No changes yet',
  accountTypeMissing: 'Choose a type of account.',
}

/** How the dashboard looks in this browser. */
export const displayText = {
  title: 'Display',
  panel: 'Experimental',
  stays: 'These settings are stored in this browser only.',
  headerColour: 'Header colour',
  headerColourHint: 'Tell accounts and platforms apart at a glance.',
  fromTheme: 'From the theme',
  pick: 'Pick a header colour',
  useTheme: 'Use theme colour',
  isTheme: 'The theme colour is already used',
  apps: 'Show apps',
  appsHint: 'Shows apps in the navigation. Apps are an alpha feature.',
  appsHintMigrated: 'You have apps. Turn this on to show them in the navigation. Apps are an alpha feature.',
  stripes: 'Navigation stripes',
  stripesHint: 'Shows red stripes in the header of this staging deployment.',
  on: 'On',
  off: 'Off',
}
