import type { SvgIconComponent } from '@mui/icons-material'
import CheckCircle from '@mui/icons-material/CheckCircle'
import CheckCircleOutlined from '@mui/icons-material/CheckCircleOutlined'
import Dashboard from '@mui/icons-material/Dashboard'
import DashboardOutlined from '@mui/icons-material/DashboardOutlined'
import Groups from '@mui/icons-material/Groups'
import GroupsOutlined from '@mui/icons-material/GroupsOutlined'
import ListAlt from '@mui/icons-material/ListAlt'
import ListAltOutlined from '@mui/icons-material/ListAltOutlined'
import ManageAccounts from '@mui/icons-material/ManageAccounts'
import ManageAccountsOutlined from '@mui/icons-material/ManageAccountsOutlined'
import Chat from '@mui/icons-material/MarkUnreadChatAlt'
import ChatOutlined from '@mui/icons-material/MarkUnreadChatAltOutlined'
import ReceiptLong from '@mui/icons-material/ReceiptLong'
import ReceiptLongOutlined from '@mui/icons-material/ReceiptLongOutlined'
import Sms from '@mui/icons-material/Sms'
import SmsOutlined from '@mui/icons-material/SmsOutlined'
import UploadFile from '@mui/icons-material/UploadFile'
import UploadFileOutlined from '@mui/icons-material/UploadFileOutlined'
import WhatsApp from '@mui/icons-material/WhatsApp'
import type { Usuario } from '#contract/sessao.ts'
import { plural } from '#web/ui/formatos.ts'
import type { Badges } from './contarBadges.ts'

export interface ItemMenu {
  rotulo: string
  para: string
  icone: SvgIconComponent
  cheio: SvgIconComponent
  badge?: { de: keyof Badges; tom: 'warning' | 'error'; emPalavras: (n: number) => string }
}

const operador: ItemMenu[] = [
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
    badge: { de: 'falhas', tom: 'error', emPalavras: (n) => `${n} com 3 tentativas ou mais` },
  },
  { rotulo: 'Clientes Concluídos', para: '/operador/concluidos', icone: CheckCircleOutlined, cheio: CheckCircle },
  { rotulo: 'Contas a Receber', para: '/operador/contas-receber', icone: ReceiptLongOutlined, cheio: ReceiptLong },
  { rotulo: 'Importar Clientes', para: '/operador/importar-clientes', icone: UploadFileOutlined, cheio: UploadFile },
]
const admin: ItemMenu[] = [
  { rotulo: 'Dashboard', para: '/admin/dashboard', icone: DashboardOutlined, cheio: Dashboard },
  { rotulo: 'Gestão de Operadores', para: '/admin/operadores', icone: ManageAccountsOutlined, cheio: ManageAccounts },
  { rotulo: 'Gestão de Clientes', para: '/admin/clientes', icone: GroupsOutlined, cheio: Groups },
  { rotulo: 'Logs do Sistema', para: '/admin/logs', icone: ListAltOutlined, cheio: ListAlt },
  { rotulo: 'Config. Mensagens', para: '/admin/mensagens', icone: SmsOutlined, cheio: Sms },
  { rotulo: 'Config. WhatsApp', para: '/admin/whatsapp', icone: WhatsApp, cheio: WhatsApp },
  {
    rotulo: 'Importações',
    para: '/admin/importacoes',
    icone: UploadFileOutlined,
    cheio: UploadFile,
    badge: {
      de: 'alteracoes',
      tom: 'warning',
      emPalavras: (n) => plural(n, 'alteração a decidir', 'alterações a decidir'),
    },
  },
]
export const itensDe = (role: Usuario['role']) => (role === 'admin' ? admin : operador)
/** As the drawer names a person's role. */
export const papel = (role: Usuario['role']) => (role === 'admin' ? 'Administrador' : 'Operador')
