import { useState } from 'react'
import { paymentText as text, testMethodText } from '@/messages/billing/billing.ts'
import { ChoiceList } from '@/ui/form/ChoiceList.tsx'
import type { ConfirmSetup } from './set-up-payment.ts'

export interface TestMethodsProps {
  /** Called with the function that confirms a setup once a method is chosen. */
  onReady: (ready: { confirm: ConfirmSetup }) => void
}

/** The provider's published test cards and accounts, the only ones that simulated mode accepts. */
export function TestMethods({ onReady }: TestMethodsProps) {
  const [chosen, setChosen] = useState<string | null>(null)
  return (
    <>
      <p>{text.simulated}</p>
      <ChoiceList
        label={text.testMethods}
        value={chosen}
        choices={testMethodText.map(({ token, label, detail }) => ({ value: token, label, detail }))}
        onChange={(token) => {
          setChosen(token)
          onReady({ confirm: async ({ id }) => `${id}:${token}` })
        }}
      />
    </>
  )
}
