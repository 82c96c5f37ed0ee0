import { plural } from '@/lib/format.ts'

export const paletteText = {
  title: 'Search or jump to',
  placeholder: 'Type a page, fleet, device or action',
  placeholderDocs: 'Type a page, fleet, device, action or question',
  results: 'Results',
  pages: 'Pages',
  pagesOf: (name: string) => `Pages of ${name}`,
  devices: 'Devices',
  actions: 'Actions',
  docs: 'Documentation',
  searching: 'Searching',
  nothing: (query: string) => `Nothing matches “${query}”`,
  found: (count: number) => plural(count, { one: '1 result', other: `${count} results` }),
  failed: 'Fleets and devices could not be searched',
  docsFailed: 'The documentation could not be searched',
  useTheme: {
    light: 'Use the light theme',
    dark: 'Use the dark theme',
    contrast: 'Use the high contrast theme',
    auto: 'Use the system theme',
  },
  hints: { move: 'to move', choose: 'to choose', close: 'to close' },
}
