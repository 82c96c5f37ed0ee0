import { useState } from 'react'
import { IMAGE_ACCEPT, imageKind, namedImageKind } from '@/lib/image-kind.ts'
import { accentText } from '@/messages/common/accent.ts'
import { industryText, ownWorldText as text } from '@/messages/control-panel/own-world.ts'
import { Button } from '@/ui/form/Button.tsx'
import { Checkbox } from '@/ui/form/Checkbox.tsx'
import { FileField } from '@/ui/form/FileField.tsx'
import { SelectField } from '@/ui/form/SelectField.tsx'
import { TextField } from '@/ui/form/TextField.tsx'
import { accentFor } from '@/ui/theme/accent.ts'
import { deviceCount, industries, isColour, isNoun, townsIn, type OwnWorldForm as Form } from './draft.ts'
import { problemKinds } from './industries.ts'
import styles from './OwnWorldForm.module.css'
import panel from '@/control-panel/ControlPanel.module.css'

const MAX_LOGO_BYTES = 100_000

function readAsAddress(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => resolve(typeof reader.result === 'string' ? reader.result : ''))
    reader.addEventListener('error', () => reject(new Error(text.logoWrong)))
    reader.readAsDataURL(file)
  })
}

export interface OwnWorldFormProps {
  form: Form
  /** What is known about the names of its towns. */
  towns: { problem: string | undefined; found: string | undefined }
  onChange: (form: Form) => void
}

/** The form for a custom world. */
export function OwnWorldForm({ form, towns, onChange }: OwnWorldFormProps) {
  const change = (part: Partial<Form>) => onChange({ ...form, ...part })
  const { accent, devices } = form
  return (
    <div className={panel.form}>
      <p className={panel.note}>{text.intro}</p>
      <div className={panel.pair}>
        <SelectField
          label={text.industry}
          value={form.industry}
          options={industries.map((value) => ({ value, label: industryText[value] }))}
          onChange={(industry) => change({ industry })}
        />
        <TextField
          label={text.company}
          value={form.company}
          maxLength={80}
          autoComplete="organization"
          onChange={({ target }) => change({ company: target.value })}
        />
      </div>
      {form.industry === 'other' && (
        <TextField
          label={text.industryName}
          value={form.industryName}
          maxLength={80}
          onChange={({ target }) => change({ industryName: target.value })}
        />
      )}
      <TextField
        label={text.towns}
        description={text.townsHint}
        value={form.towns}
        error={townsIn(form.towns) === null ? text.townsTooMany : towns.problem}
        onChange={({ target }) => change({ towns: target.value })}
      />
      {towns.found !== undefined && <p className={panel.note}>{towns.found}</p>}
      <TextField
        label={text.noun}
        description={text.nounHint}
        value={form.noun}
        maxLength={31}
        error={form.noun.trim() !== '' && !isNoun(form.noun.trim()) ? text.nounWrong : undefined}
        onChange={({ target }) => change({ noun: target.value })}
      />
      <div className={panel.pair}>
        <TextField
          label={text.devices}
          description={text.devicesHint}
          inputMode="numeric"
          value={devices}
          error={deviceCount(devices) === null ? text.devicesWrong : undefined}
          onChange={({ target }) => change({ devices: target.value })}
        />
        <TextField
          label={text.accent}
          description={accentHint(accent)}
          value={accent}
          maxLength={7}
          error={accentProblem(accent)}
          onChange={({ target }) => change({ accent: target.value.trim() })}
        />
      </div>
      <Logo logo={form.logo} onChange={(logo) => change({ logo })} />
      <fieldset className={`${panel.group} ${styles.problems}`}>
        <legend className={panel.label}>{text.problems}</legend>
        {problemKinds.map((kind) => (
          <Checkbox
            key={kind}
            label={text.problemNames[kind]}
            checked={form.problems.includes(kind)}
            onChange={(isOn) =>
              change({
                problems: problemKinds.filter((one) => (one === kind ? isOn : form.problems.includes(one))),
              })
            }
          />
        ))}
      </fieldset>
    </div>
  )
}

const accentProblem = (accent: string) => (accent === '' || isColour(accent) ? undefined : text.accentWrong)

/** Says which colour is used instead, and why. */
function accentHint(accent: string): string {
  if (!isColour(accent)) return text.accentHint
  const { colour, shifted } = accentFor(accent)
  return shifted === null ? text.accentHint : accentText[shifted](colour)
}

function Logo({ logo, onChange }: { logo: string; onChange: (logo: string) => void }) {
  const [wrong, setWrong] = useState(false)
  const choose = async (file: File) => {
    const named = namedImageKind(file)
    const isFit = named !== undefined && file.size <= MAX_LOGO_BYTES && (await imageKind(file)) === named
    setWrong(!isFit)
    if (isFit) onChange(await readAsAddress(file))
  }
  return (
    <div className={panel.line}>
      <FileField
        label={text.logo}
        description={text.logoHint}
        accept={IMAGE_ACCEPT}
        error={wrong ? text.logoWrong : undefined}
        onChoose={(file) => void choose(file).catch(() => setWrong(true))}
      />
      {logo !== '' && (
        <>
          <img src={logo} alt={text.logo} className={styles.logo} />
          <Button size="s" onClick={() => onChange('')}>
            {text.removeLogo}
          </Button>
        </>
      )}
    </div>
  )
}
