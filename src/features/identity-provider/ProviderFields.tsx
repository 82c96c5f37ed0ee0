import { useState } from 'react'
import { identityProviderFormText as text } from '@/messages/identity-provider/identity-provider.ts'
import { FileField } from '@/ui/form/FileField.tsx'
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
import { readMetadata } from './saml-metadata.ts'
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
      <MetadataField onRead={onChange} />
      <TextField
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

/** Reads a metadata file. An invalid file shows an error and changes nothing. */
function MetadataField({ onRead }: { onRead: (read: Partial<Fields>) => void }) {
  const [outcome, setOutcome] = useState<{ problem: string } | { read: string }>()
  const load = async (file: File) => {
    const problem = metadataFileProblem(file)
    const read = problem === undefined ? readMetadata(await file.text().catch(() => '')) : undefined
    if (read === undefined) return setOutcome({ problem: problem ?? text.metadataUnreadable })
    onRead(read)
    setOutcome({ read: file.name })
  }
  return (
    <div>
      <FileField
        label={text.metadata}
        description={text.metadataHint}
        accept={METADATA_ACCEPT}
        error={outcome && 'problem' in outcome ? outcome.problem : undefined}
        onChoose={(file) => void load(file)}
      />
      {outcome && 'read' in outcome && (
        <p role="status" className={styles.read}>
          {text.metadataRead(outcome.read)}
        </p>
      )}
    </div>
  )
}
