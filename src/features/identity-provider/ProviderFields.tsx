import { useState } from 'react'
import { localDate } from '@/lib/format.ts'
import { decodedText } from '@/lib/text-file.ts'
import { identityProviderFormText as text } from '@/messages/identity-provider/identity-provider.ts'
import { Status } from '@/ui/feedback/Status.tsx'
import { FileField } from '@/ui/form/FileField.tsx'
import { SelectField } from '@/ui/form/SelectField.tsx'
import { TextArea } from '@/ui/form/TextArea.tsx'
import { TextField } from '@/ui/form/TextField.tsx'
import type { ProviderFields as Fields } from './identity-provider.queries.ts'
import {
  LONGEST_IDENTIFIER,
  METADATA_ACCEPT,
  metadataFileProblem,
  providerProblems,
  tidyCertificate,
} from './provider-form.ts'
import { readMetadata, type LeftOut, type ReadMetadata, type SigningCertificate } from './saml-metadata.ts'
import styles from './ProviderFields.module.css'

export interface ProviderFieldsProps {
  fields: Fields
  onChange: (changes: Partial<Fields>) => void
}

/** The fields of an identity provider. A metadata file fills in all but the identifier. */
export function ProviderFields({ fields, onChange }: ProviderFieldsProps) {
  const problems = providerProblems(fields)
  // Empty fields show no error; the button states what is missing.
  const errorOf = (key: keyof Fields) => (fields[key].trim() === '' ? undefined : problems[key])
  return (
    <>
      <TextField
        required
        label={text.identifier}
        description={text.identifierHint}
        value={fields.sso_identifier}
        error={errorOf('sso_identifier')}
        maxLength={LONGEST_IDENTIFIER}
        autoCapitalize="off"
        autoComplete="off"
        spellCheck={false}
        data-autofocus
        onChange={({ target }) => onChange({ sso_identifier: target.value })}
      />
      <MetadataField certificate={fields.certificate} onRead={onChange} />
      <TextField
        required
        label={text.entryPoint}
        description={text.entryPointHint}
        value={fields.entry_point}
        error={errorOf('entry_point')}
        inputMode="url"
        autoCapitalize="off"
        autoComplete="off"
        spellCheck={false}
        onChange={({ target }) => onChange({ entry_point: target.value })}
      />
      <TextField
        required
        label={text.issuer}
        description={text.issuerHint}
        value={fields.issuer}
        error={errorOf('issuer')}
        autoCapitalize="off"
        autoComplete="off"
        spellCheck={false}
        onChange={({ target }) => onChange({ issuer: target.value })}
      />
      <TextArea
        required
        label={text.certificate}
        description={text.certificateHint}
        value={fields.certificate}
        error={errorOf('certificate')}
        className={styles.certificate}
        rows={8}
        mono
        onChange={({ target }) => onChange({ certificate: target.value })}
        onBlur={() => {
          const tidy = tidyCertificate(fields.certificate)
          if (tidy !== undefined && tidy !== fields.certificate) onChange({ certificate: tidy })
        }}
      />
    </>
  )
}

type Outcome = { problem: string } | { name: string; read: Extract<ReadMetadata, { problem?: undefined }> }

/** Reads a metadata file. An invalid file shows an error and changes nothing. */
function MetadataField({
  certificate,
  onRead,
}: {
  certificate: string
  onRead: (read: Partial<Fields>) => void
}) {
  const [outcome, setOutcome] = useState<Outcome>()
  const load = async (file: File) => {
    const problem = metadataFileProblem(file)
    if (problem !== undefined) return setOutcome({ problem })
    const read = readMetadata(await textOf(file), Date.now())
    if (read.problem !== undefined)
      return setOutcome({ problem: text.metadataProblem(text.metadataProblems[read.problem]) })
    onRead(read.fields)
    setOutcome({ name: file.name, read })
  }
  const found = outcome && 'read' in outcome ? outcome : undefined
  return (
    <div className={styles.metadata}>
      <FileField
        label={text.metadata}
        description={text.metadataHint}
        accept={METADATA_ACCEPT}
        error={outcome && 'problem' in outcome ? outcome.problem : undefined}
        onChoose={(file) => void load(file)}
      />
      {found && (
        <Status as="div" className={styles.read}>
          <p>{text.metadataRead(found.name)}</p>
          {found.read.leftOut.length > 0 && (
            <>
              <p>{text.leftOut}</p>
              <ul>
                {found.read.leftOut.map((part) => (
                  <li key={part.kind}>{leftOutText(part)}</li>
                ))}
              </ul>
            </>
          )}
        </Status>
      )}
      {found && found.read.certificates.length > 1 && (
        <SelectField
          label={text.chooseCertificate}
          description={text.chooseCertificateHint}
          value={certificate}
          options={found.read.certificates.map((one, at) => ({
            value: one.pem,
            label: certificateLabel(one, at + 1, Date.now()),
          }))}
          onChange={(chosen) => onRead({ certificate: chosen })}
        />
      )}
    </div>
  )
}

/** The text of a file. Names in other encodings may be wrong; addresses and certificates are ASCII. */
async function textOf(file: File): Promise<string> {
  try {
    const bytes = await file.arrayBuffer()
    return decodedText(bytes) ?? new TextDecoder().decode(bytes)
  } catch {
    return ''
  }
}

function leftOutText(part: LeftOut): string {
  const parts = text.leftOutParts
  if (part.kind === 'providers') return parts.providers(part.count, part.used)
  if (part.kind === 'outdated') return parts.outdated(localDate(part.until))
  return 'count' in part ? parts[part.kind](part.count) : parts[part.kind]
}

function certificateLabel({ facts }: SigningCertificate, number: number, now: number): string {
  if (facts === undefined) return text.certificateUndated(number)
  const name = facts.name === '' ? text.certificateUnnamed(number) : facts.name
  const option = text.certificateOption(name, localDate(facts.from), localDate(facts.until))
  if (facts.until < now) return text.expired(option)
  return facts.from > now ? text.notYetValid(option) : option
}
