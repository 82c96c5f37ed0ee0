import {
  browserRegion,
  browserTimeZone,
  formatPreferences,
  knownTimeZones,
  languageCode,
  regionCode,
} from '@/lib/format-preferences.ts'
import {
  compareText,
  formatDay,
  formatInstant,
  formatNumber,
  formatTime,
  languageName,
  regionName,
} from '@/lib/format.ts'
import { displayText as text } from '@/messages/preferences/preferences-profile.ts'
import { useTimeText } from '@/ui/display/now.tsx'
import { SegmentedControl } from '@/ui/form/SegmentedControl.tsx'
import { SelectField } from '@/ui/form/SelectField.tsx'
import { SettingRow } from '@/ui/form/SettingRow.tsx'
import { Panel } from '@/ui/layout/Panel.tsx'
import { useStored } from '@/ui/use-stored.ts'

/** Stands for the choice of the browser. */
const BROWSER = ''

/** One of each way in which dates and numbers are written. */
const REGIONS = [
  'en-GB',
  'en-US',
  'en-CA',
  'en-AU',
  'en-IN',
  'en-ZA',
  'da-DK',
  'de-AT',
  'de-CH',
  'de-DE',
  'es-ES',
  'es-MX',
  'fi-FI',
  'fr-CA',
  'fr-FR',
  'it-IT',
  'ja-JP',
  'ko-KR',
  'nb-NO',
  'nl-NL',
  'pl-PL',
  'pt-BR',
  'pt-PT',
  'sv-SE',
  'zh-CN',
]

const EXAMPLE_DATE = '2026-03-31'
const EXAMPLE_NUMBER = 12_345.6

const labelOf = (tag: string) => regionName(regionCode(tag))

/** The name of the region; with the language where several have the same region. */
const labelAmong = (tag: string, tags: readonly string[]) =>
  tags.some((other) => other !== tag && regionCode(other) === regionCode(tag))
    ? text.regionAndLanguage(labelOf(tag), languageName(languageCode(tag)))
    : labelOf(tag)

/** Time zones that the browser knows. UTC is first, whatever their order. */
function timeZones(chosen: string | null): string[] {
  const others = knownTimeZones().filter((name) => name !== 'UTC')
  const extra = chosen === null || chosen === 'UTC' || others.includes(chosen) ? [] : [chosen]
  return ['UTC', ...extra, ...others]
}

const regions = (chosen: string | null) => {
  const extra = chosen === null || REGIONS.includes(chosen) ? [] : [chosen]
  const tags = [...REGIONS, ...extra]
  return tags
    .map((value) => ({ value, label: labelAmong(value, tags) }))
    .toSorted((one, other) => compareText(one.label, other.label))
}

/** Time zone, clock and region. Each row shows what the choice means. */
export function FormatsPanel() {
  const [formats, setFormats] = useStored(formatPreferences)
  const now = useTimeText((at) => formatInstant(at, { seconds: false }))
  const time = useTimeText((at) => formatTime(at, { zone: 'named' }))
  return (
    <Panel title={text.formats} flush>
      <SettingRow name={text.timeZone} value={now} hint={text.timeZoneHint}>
        <SelectField
          label={text.timeZone}
          hideLabel
          value={formats.timeZone ?? BROWSER}
          options={[
            { value: BROWSER, label: text.browserZone(browserTimeZone()) },
            ...timeZones(formats.timeZone).map((value) => ({ value, label: value.replaceAll('_', ' ') })),
          ]}
          onChange={(name) => setFormats({ ...formats, timeZone: name === BROWSER ? null : name })}
        />
      </SettingRow>
      <SettingRow name={text.hours} value={time} hint={text.hoursHint}>
        <SegmentedControl
          label={text.hours}
          value={formats.hours === 12 ? '12' : '24'}
          options={[
            { value: '24', label: text.hoursOf[24] },
            { value: '12', label: text.hoursOf[12] },
          ]}
          onChange={(hours) => setFormats({ ...formats, hours: hours === '12' ? 12 : 24 })}
        />
      </SettingRow>
      <SettingRow
        name={text.region}
        value={text.regionExample(formatDay(EXAMPLE_DATE), formatNumber(EXAMPLE_NUMBER))}
        hint={text.regionHint}
      >
        <SelectField
          label={text.region}
          hideLabel
          value={formats.region ?? BROWSER}
          options={[
            { value: BROWSER, label: text.browserRegion(labelOf(browserRegion())) },
            ...regions(formats.region),
          ]}
          onChange={(tag) => setFormats({ ...formats, region: tag === BROWSER ? null : tag })}
        />
      </SettingRow>
    </Panel>
  )
}
