import type { LinkProps } from '@tanstack/react-router'
import { EMPRESA_SEM_NOME } from '#domain/empresa.ts'
import type { Resposta } from '#web/api/contrato.ts'

/** What the system knows of a company, from which the steps are ticked: nobody ticks one by hand. */
export interface Fatos {
  nome: string
  conexao: Pick<Resposta<'GET /api/admin/configuracoes/whatsapp/status'>, 'conectado' | 'provedor'> | undefined
  operadores: number
  clientes: number
  contas: boolean
  /** The company's Pix key is set. */
  pix: boolean
  /** A message went out in the last twelve months: so WhatsApp was connected, and the régua does its work. */
  enviou: boolean
}

export interface Passo {
  titulo: string
  texto: string
  feito: boolean
  /** Where an administrator does it; what operators do has none. */
  para?: { to: NonNullable<LinkProps['to']>; search?: Record<string, string>; rotulo: string }
}

/** From an empty company to its first customer billed, in the order in which each needs the one before. */
export function primeirosPassos({ nome, conexao, operadores, clientes, contas, pix, enviou }: Fatos): Passo[] {
  return [
    {
      titulo: 'Dar nome à empresa',
      texto: `Cada mensagem se apresenta com ele. Sem um, diz “${EMPRESA_SEM_NOME}”.`,
      feito: nome !== EMPRESA_SEM_NOME,
      para: { to: '/admin/mensagens', search: { aba: 'empresa' }, rotulo: 'Dar o nome' },
    },
    {
      titulo: 'Ligar o WhatsApp',
      texto:
        conexao?.provedor === 'emulador'
          ? 'Por enquanto responde o emulador: nada sai para clientes de verdade.'
          : 'Da conta da Meta à mensagem de teste, passo a passo. Sem ele nada é enviado.',
      feito: enviou || Boolean(conexao?.conectado),
      para: { to: '/admin/whatsapp', rotulo: 'Ligar' },
    },
    {
      titulo: 'Criar os operadores',
      texto: 'São eles que importam, atendem e negociam.',
      feito: operadores > 0,
      para: { to: '/admin/operadores', rotulo: 'Criar' },
    },
    {
      titulo: 'Trazer os clientes',
      texto: 'Um operador importa a planilha (CSV) em Importar Clientes, ou o seu ERP os grava.',
      feito: clientes > 0,
      para: { to: '/admin/integracoes', rotulo: 'Ligar o ERP' },
    },
    {
      titulo: 'Trazer as contas',
      texto: 'Um operador importa o XML das notas (NF-e) em Contas a Receber: cada duplicata vira uma conta.',
      feito: contas,
    },
    {
      titulo: 'Dizer como recebe',
      texto: 'Com a chave Pix as mensagens dizem como pagar; com o banco ligado, o pagamento se registra sozinho.',
      feito: enviou || pix,
      para: { to: '/admin/recebimento', rotulo: 'Informar a chave' },
    },
    {
      titulo: 'Conferir a régua',
      texto: 'Ela escreve sozinha, nos dias e horários permitidos. Fica pronto quando sair a primeira mensagem.',
      feito: enviou,
      para: { to: '/admin/mensagens', search: { aba: 'regua' }, rotulo: 'Ver a régua' },
    },
  ]
}
