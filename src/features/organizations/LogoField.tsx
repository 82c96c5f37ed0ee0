import { useState } from 'react'
import { organizationEditText as text } from '@/messages/organizations/organizations.ts'
import { FileField } from '@/ui/form/FileField.tsx'
import { LOGO_ACCEPT, logoProblem } from './organization-name.ts'

export interface LogoFieldProps {
  label: string
  chosen: File | null
  onChoose: (logo: File | null) => void
}

/** Chooses a logo file. An invalid file shows an error and is discarded. */
export function LogoField({ label, chosen, onChoose }: LogoFieldProps) {
  const [problem, setProblem] = useState<string>()
  return (
    <div>
      <FileField
        label={label}
        accept={LOGO_ACCEPT}
        error={problem}
        onChoose={(file) => {
          const wrong = logoProblem(file)
          setProblem(wrong)
          onChoose(wrong === undefined ? file : null)
        }}
      />
      {chosen && <p role="status">{text.logoChosen(chosen.name)}</p>}
    </div>
  )
}
