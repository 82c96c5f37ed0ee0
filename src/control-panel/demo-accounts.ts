import { demoRoleText } from '@/messages/control-panel/simulator.ts'

/** Demo users of all scenarios, one for each role. */
export const demoAccounts = [
  { name: 'Ada', email: 'ada@flotilla.example', role: demoRoleText.administrator },
  { name: 'Devi', email: 'devi@flotilla.example', role: demoRoleText.developer },
  { name: 'Sadie', email: 'sadie@flotilla.example', role: demoRoleText['safe-developer'] },
  { name: 'Omar', email: 'omar@flotilla.example', role: demoRoleText.operator },
  { name: 'Sol', email: 'sol@flotilla.example', role: demoRoleText['safe-operator'] },
  { name: 'Olive', email: 'olive@flotilla.example', role: demoRoleText.observer },
  { name: 'Mel', email: 'mel@flotilla.example', role: demoRoleText.member },
  { name: 'Sue', email: 'sue@flotilla.example', role: demoRoleText.support_agent },
  { name: 'Pat', email: 'pat@flotilla.example', role: demoRoleText.balena_admin },
] as const

export const DEMO_PASSWORD = 'flotilla-demo'
