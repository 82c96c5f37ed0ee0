import { createStored } from './stored.ts'

/** How a person wants dates, times and numbers. Stored in this browser. */
export interface FormatPreferences {
  /** IANA name of the time zone; null: that of the browser. */
  readonly timeZone: string | null
  readonly hours: 12 | 24
  /** Language tag whose dates and numbers are used, such as `de-DE`; null: the first language of the browser. */
  readonly region: string | null
}

const USUAL: FormatPreferences = { timeZone: null, hours: 24, region: null }

/** Whether this is the name of a time zone, such as `Europe/Berlin`. */
export function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).format(0) !== ''
  } catch {
    return false
  }
}

/** Whether this is a language tag. The C library's `C` is not one, and some browsers report it. */
function isLanguage(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length === 1
  } catch {
    return false
  }
}

/** What is stored may be anything: what is not usable is left to the browser. */
function readPreferences(stored: unknown): FormatPreferences | undefined {
  if (typeof stored !== 'object' || stored === null) return undefined
  const { timeZone, hours, region } = stored as Partial<Record<keyof FormatPreferences, unknown>>
  return {
    timeZone: typeof timeZone === 'string' && isTimeZone(timeZone) ? timeZone : null,
    hours: hours === 12 ? 12 : 24,
    region: typeof region === 'string' && isLanguage(region) ? region : null,
  }
}

export const formatPreferences = createStored('formats', USUAL, readPreferences)

/** The time zones that the browser knows by name. */
export const knownTimeZones = (): string[] => Intl.supportedValuesOf('timeZone')

/** The language of a language tag, such as `de` of `de-CH`. */
export const languageCode = (tag: string): string => new Intl.Locale(tag).language

/** The region of a language tag, such as `DE` of `de`. */
export const regionCode = (tag: string): string => new Intl.Locale(tag).maximize().region ?? tag

/** The time zone of the browser. */
export const browserTimeZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone

/** The chosen time zone, or that of the browser. */
export const timeZone = (): string => resolved().timeZone

/** Commands write for logs and tests: the same on each machine. */
const OF_COMMANDS = ['en-GB']

const browserLanguages = (): readonly string[] =>
  typeof document === 'undefined' ? OF_COMMANDS : navigator.languages

/** The first language of the browser, as far as it is one. */
export const browserRegion = (): string => browserLanguages().find(isLanguage) ?? 'en-GB'

/** The language of all texts. Words in dates are in it, too, so that no sentence mixes two languages. */
export const LANGUAGE = 'en'

interface Resolved {
  timeZone: string
  numberLocale: string
  dateLocale: string
}

function resolve(preferences: FormatPreferences): Resolved {
  const tag = preferences.region ?? browserRegion()
  const own = new Intl.Locale(tag)
  const { region } = own.maximize()
  return {
    timeZone: preferences.timeZone ?? browserTimeZone(),
    numberLocale: new Intl.Locale(tag, { numberingSystem: 'latn' }).toString(),
    dateLocale: new Intl.Locale(LANGUAGE, {
      // Without a region of their own, dates in English are those of most English-speaking countries.
      region: own.region ?? (own.language === LANGUAGE ? 'GB' : (region ?? 'GB')),
      calendar: 'gregory',
      numberingSystem: 'latn',
    }).toString(),
  }
}

let known: { of: FormatPreferences; languages: string; resolved: Resolved } | undefined

/** What the preferences come to. Each number and time asks for it, and finding it out is much slower than formatting one. */
function resolved(): Resolved {
  const of = formatPreferences.get()
  // Not every browser gives the same list twice: Chromium makes a new one each time while its locale is emulated.
  const languages = browserLanguages().join()
  if (known?.of !== of || known.languages !== languages) known = { of, languages, resolved: resolve(of) }
  return known.resolved
}

/** The locale of numbers: the person's own, with the digits that names, addresses and versions have. */
export const numberLocale = (): string => resolved().numberLocale

/** The locale of dates: the language of the texts as it is written in the person's region. */
export const dateLocale = (): string => resolved().dateLocale
