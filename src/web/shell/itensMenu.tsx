import type { LinkProps } from '@tanstack/react-router'
import type { Usuario } from '#contract/sessao.ts'
import { EM_PALAVRAS } from '#domain/tentativas.ts'
import { plural } from '#web/ui/formatos.ts'
import type { Icon } from '#web/ui/icon.tsx'
import { CheckCircle } from '#web/ui/icons/CheckCircle.tsx'
import { CheckCircleOutlined } from '#web/ui/icons/CheckCircleOutlined.tsx'
import { Dashboard } from '#web/ui/icons/Dashboard.tsx'
import { DashboardOutlined } from '#web/ui/icons/DashboardOutlined.tsx'
import { EventAvailable } from '#web/ui/icons/EventAvailable.tsx'
import { EventAvailableOutlined } from '#web/ui/icons/EventAvailableOutlined.tsx'
import { FactCheck } from '#web/ui/icons/FactCheck.tsx'
import { FactCheckOutlined } from '#web/ui/icons/FactCheckOutlined.tsx'
import { Feedback } from '#web/ui/icons/Feedback.tsx'
import { FeedbackOutlined } from '#web/ui/icons/FeedbackOutlined.tsx'
import { Groups } from '#web/ui/icons/Groups.tsx'
import { GroupsOutlined } from '#web/ui/icons/GroupsOutlined.tsx'
import { HandshakeOutlined } from '#web/ui/icons/HandshakeOutlined.tsx'
import { KeyOutlined } from '#web/ui/icons/KeyOutlined.tsx'
import { LinkOutlined } from '#web/ui/icons/LinkOutlined.tsx'
import { ManageAccounts } from '#web/ui/icons/ManageAccounts.tsx'
import { ManageAccountsOutlined } from '#web/ui/icons/ManageAccountsOutlined.tsx'
import { ManageSearchOutlined } from '#web/ui/icons/ManageSearchOutlined.tsx'
import { MarkUnreadChatAlt as Chat } from '#web/ui/icons/MarkUnreadChatAlt.tsx'
import { MarkUnreadChatAltOutlined as ChatOutlined } from '#web/ui/icons/MarkUnreadChatAltOutlined.tsx'
import { Paid } from '#web/ui/icons/Paid.tsx'
import { PaidOutlined } from '#web/ui/icons/PaidOutlined.tsx'
import { ReceiptLong } from '#web/ui/icons/ReceiptLong.tsx'
import { ReceiptLongOutlined } from '#web/ui/icons/ReceiptLongOutlined.tsx'
import { Sms } from '#web/ui/icons/Sms.tsx'
import { SmsOutlined } from '#web/ui/icons/SmsOutlined.tsx'
import { SupportAgentOutlined } from '#web/ui/icons/SupportAgentOutlined.tsx'
import { UploadFileOutlined } from '#web/ui/icons/UploadFileOutlined.tsx'
import { WhatsApp } from '#web/ui/icons/WhatsApp.tsx'
import type { Badges } from './contarBadges.ts'

export interface ItemMenu {
  rotulo: string
  /** An address of the router (routes.tsx). */
  para: NonNullable<LinkProps['to']>
  icone: Icon
  cheio: Icon
  badge?: { de: keyof Badges; tom: 'warning' | 'error'; emPalavras: (n: number) => string }
}

const operador = [
  { rotulo: 'Dashboard', para: '/operador/dashboard', icone: DashboardOutlined, cheio: Dashboard },
  {
    rotulo: 'Aguardando Atendimento',
    para: '/operador/aguardando-atendimento',
    icone: ChatOutlined,
    cheio: Chat,
    badge: {
      de: 'aguardando',
      tom: 'warning',
      emPalavras: (n) => plural(n, 'cliente esperando', 'clientes esperando'),
    },
  },
  {
    rotulo: 'Clientes Ativos',
    para: '/operador/clientes',
    icone: GroupsOutlined,
    cheio: Groups,
    badge: { de: 'falhas', tom: 'error', emPalavras: (n) => `${n} com ${EM_PALAVRAS}` },
  },
  { rotulo: 'Clientes Concluídos', para: '/operador/concluidos', icone: CheckCircleOutlined, cheio: CheckCircle },
  { rotulo: 'Contas a Receber', para: '/operador/contas-receber', icone: ReceiptLongOutlined, cheio: ReceiptLong },
  {
    rotulo: 'Importar Clientes',
    para: '/operador/importar-clientes',
    icone: UploadFileOutlined,
    cheio: UploadFileOutlined,
  },
  { rotulo: 'Promessas', para: '/operador/promessas', icone: EventAvailableOutlined, cheio: EventAvailable },
  { rotulo: 'Contestações', para: '/operador/contestacoes', icone: FeedbackOutlined, cheio: Feedback },
] as const satisfies readonly ItemMenu[]
const admin = [
  { rotulo: 'Dashboard', para: '/admin/dashboard', icone: DashboardOutlined, cheio: Dashboard },
  {
    rotulo: 'Gestão de Operadores',
    para: '/admin/operadores',
    icone: SupportAgentOutlined,
    cheio: SupportAgentOutlined,
  },
  { rotulo: 'Gestão de Clientes', para: '/admin/clientes', icone: GroupsOutlined, cheio: Groups },
  { rotulo: 'Logs do Sistema', para: '/admin/logs', icone: ManageSearchOutlined, cheio: ManageSearchOutlined },
  { rotulo: 'Config. Mensagens', para: '/admin/mensagens', icone: SmsOutlined, cheio: Sms },
  { rotulo: 'Config. WhatsApp', para: '/admin/whatsapp', icone: WhatsApp, cheio: WhatsApp },
  {
    rotulo: 'Importações',
    para: '/admin/importacoes',
    icone: UploadFileOutlined,
    cheio: UploadFileOutlined,
    badge: {
      de: 'alteracoes',
      tom: 'warning',
      emPalavras: (n) => plural(n, 'alteração a decidir', 'alterações a decidir'),
    },
  },
  { rotulo: 'Conciliação', para: '/admin/conciliacao', icone: FactCheckOutlined, cheio: FactCheck },
  { rotulo: 'Promessas', para: '/admin/promessas', icone: EventAvailableOutlined, cheio: EventAvailable },
  { rotulo: 'Contestações', para: '/admin/contestacoes', icone: FeedbackOutlined, cheio: Feedback },
  { rotulo: 'Config. Recebimento', para: '/admin/recebimento', icone: PaidOutlined, cheio: Paid },
  {
    rotulo: 'Config. Negociação',
    para: '/admin/negociacao',
    icone: HandshakeOutlined,
    cheio: HandshakeOutlined,
    badge: { de: 'aprovacoes', tom: 'warning', emPalavras: (n) => plural(n, 'acordo a aprovar', 'acordos a aprovar') },
  },
  { rotulo: 'Integrações', para: '/admin/integracoes', icone: LinkOutlined, cheio: LinkOutlined },
  { rotulo: 'Administradores', para: '/admin/administradores', icone: ManageAccountsOutlined, cheio: ManageAccounts },
  { rotulo: 'Acesso', para: '/admin/acesso', icone: KeyOutlined, cheio: KeyOutlined },
  { rotulo: 'Saúde do Sistema', para: '/admin/saude', icone: CheckCircleOutlined, cheio: CheckCircle },
] as const satisfies readonly ItemMenu[]
/** The addresses that the menus lead to. */
export type DoMenu = (typeof operador | typeof admin)[number]['para']

export const itensDe = (role: Usuario['role']): readonly ItemMenu[] => (role === 'admin' ? admin : operador)
/** As the drawer names a person's role. */
export const papel = (role: Usuario['role']) => (role === 'admin' ? 'Administrador' : 'Operador')
