import { useState } from 'react'
import { formatBytes } from '@/lib/format.ts'
import { imageKind } from '@/lib/image-kind.ts'
import {
  configText,
  envFileText,
  variableFormText,
  variableProblemText,
} from '@/messages/variables/variables.ts'
import { Status } from '@/ui/feedback/Status.tsx'
import { FileField } from '@/ui/form/FileField.tsx'
import { SelectField } from '@/ui/form/SelectField.tsx'
import { TextField } from '@/ui/form/TextField.tsx'
import { propertyEditor, type ConfigProperty } from './config-properties.ts'

export interface SettingValueFieldProps {
  /** Null for a custom setting, which accepts any text. */
  property: ConfigProperty | null
  value: string
  error?: string | undefined
  onChange: (value: string) => void
}

/** The input for a setting according to its schema: a choice, an image, a number or text. */
export function SettingValueField({ property, value, error, onChange }: SettingValueFieldProps) {
  const editor = propertyEditor(property ?? {})
  if (editor.kind === 'choice') {
    return (
      <SelectField
        label={variableFormText.value}
        value={value}
        options={[
          ...(editor.choices.some((choice) => choice.value === value) ? [] : [{ value, label: value }]),
          ...editor.choices,
        ]}
        onChange={onChange}
      />
    )
  }
  if (editor.kind === 'picture') return <PictureField value={value} error={error} onChange={onChange} />
  const hints = property === null ? [] : hintsOf(property)
  return (
    <TextField
      label={variableFormText.value}
      value={value}
      error={error}
      description={hints.length === 0 ? undefined : hints.join('. ')}
      inputMode={editor.kind === 'text' && editor.numeric ? 'numeric' : undefined}
      autoComplete="off"
      spellCheck={false}
      data-autofocus={property === null ? undefined : true}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}

function hintsOf({ minimum, maximum, examples = [] }: ConfigProperty): string[] {
  const range = configText.range(minimum, maximum)
  const given = examples.map(String)
  return [...(range === '' ? [] : [range]), ...(given.length === 0 ? [] : [configText.examples(given)])]
}

const PNG = 'image/png'

function PictureField({ value, error, onChange }: Omit<SettingValueFieldProps, 'property'>) {
  const [problem, setProblem] = useState<string>()
  const load = async (file: File) => {
    // The `accept` attribute is only a hint, and the type follows from the name: the device shows what the bytes are.
    if (file.type !== PNG || (await imageKind(file))?.type !== PNG)
      return setProblem(variableProblemText.notAPicture)
    const url = await dataUrlOf(file)
    setProblem(url === undefined ? envFileText.unreadable : undefined)
    if (url !== undefined) onChange(url)
  }
  return (
    <>
      <FileField
        label={configText.picture}
        accept={PNG}
        error={problem ?? error}
        onChoose={(file) => void load(file)}
      />
      {value !== '' && <Status>{configText.pictureSet(formatBytes(value.length))}</Status>}
    </>
  )
}

/** A file as a data URL; undefined if it cannot be read. */
function dataUrlOf(file: File): Promise<string | undefined> {
  return new Promise((resolve) => {
    const reader = new FileReader()
    reader.addEventListener('load', () =>
      resolve(typeof reader.result === 'string' ? reader.result : undefined),
    )
    reader.addEventListener('error', () => resolve(undefined))
    reader.readAsDataURL(file)
  })
}
