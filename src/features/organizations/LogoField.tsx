import { useEffect, useState } from 'react'
import { IMAGE_ACCEPT } from '@/lib/image-kind.ts'
import { organizationEditText as text } from '@/messages/organizations/organization-edit.ts'
import { Status } from '@/ui/feedback/Status.tsx'
import { FileField } from '@/ui/form/FileField.tsx'
import { logoProblem } from './logo.ts'
import styles from './Organizations.module.css'

export interface LogoFieldProps {
  label: string
  chosen: File | null
  onChoose: (logo: File | null) => void
}

/** Chooses a logo file. An invalid file shows an error and is discarded. */
export function LogoField({ label, chosen, onChoose }: LogoFieldProps) {
  const [problem, setProblem] = useState<string>()
  const [address, setAddress] = useState<string>()
  useEffect(() => () => void (address !== undefined && URL.revokeObjectURL(address)), [address])
  const choose = async (file: File) => {
    const wrong = await logoProblem(file)
    setProblem(wrong)
    setAddress(wrong === undefined ? URL.createObjectURL(file) : undefined)
    onChoose(wrong === undefined ? file : null)
  }
  return (
    <div>
      <FileField
        label={label}
        accept={IMAGE_ACCEPT}
        description={text.logoHint}
        error={problem}
        onChoose={(file) => void choose(file)}
      />
      {chosen && (
        <Status className={styles.logo}>
          {address !== undefined && <img src={address} alt={text.logoPreview} width={64} height={64} />}
          {text.logoChosen(chosen.name)}
        </Status>
      )}
    </div>
  )
}
