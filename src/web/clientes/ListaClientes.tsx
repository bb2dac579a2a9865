import { type ComponentProps, type ReactNode, useCallback, useMemo } from 'react'
import type { Cliente } from '#contract/clientes.ts'
import { MAIS_ACHADOS_DA_BUSCA } from '#domain/lista-de-clientes.ts'
import { MUITAS_TENTATIVAS } from '#domain/tentativas.ts'
import { agora } from '#web/api/agora.ts'
import { type Coluna, DataTable } from '#web/ui/DataTable.tsx'
import { documento, quando, telefone, valor } from '#web/ui/formatos.ts'
import { Page } from '#web/ui/Page.tsx'
import { StatusChip, statusCliente } from '#web/ui/StatusChip.tsx'
import { useFiltros } from '#web/ui/useFiltros.ts'
import { Atraso } from './celulas.tsx'
import { ItemCliente, NaoLidas } from './ItemCliente.tsx'
import { citar, oQueFoiDito, porquePausado } from './porque.ts'

interface Props {
  rotulo: string
  consulta: ComponentProps<typeof DataTable<Cliente>>['consulta']
  /** The bar over the list. */
  filtros: ReactNode
  vazio: ReactNode
  concluidos?: boolean
}

/** A list of customers as a table; opening one leads to the desk. */
export function ListaClientes({ rotulo, consulta, filtros, vazio, concluidos = false }: Props) {
  const { filtros: noEndereco, mudar } = useFiltros()
  const abrir = useCallback((cliente: Cliente) => mudar({ cliente: cliente.id }, { empurrar: true }), [mudar])
  const colunas = useMemo(() => (concluidos ? COLUNAS_CONCLUIDOS(abrir) : COLUNAS(abrir)), [concluidos, abrir])
  return (
    <Page cheia inicio={filtros}>
      <DataTable
        rotulo={rotulo}
        consulta={consulta}
        colunas={colunas}
        aoPaginar={(page) => mudar({ page })}
        aoAbrir={abrir}
        teto={noEndereco.busca ? MAIS_ACHADOS_DA_BUSCA : undefined}
        vazio={vazio}
        celular={(cliente) => <ItemCliente cliente={cliente} />}
      />
    </Page>
  )
}

const nome = (abrir: (cliente: Cliente) => void): Coluna<Cliente> => ({
  id: 'nome',
  header: 'Cliente',
  elastica: 720,
  cell: (cliente) => (
    <div className="row gap-8">
      <button
        type="button"
        className="ligacao nome cortado"
        onClick={(evento) => {
          evento.stopPropagation()
          abrir(cliente)
        }}
      >
        {cliente.nome}
      </button>
      {cliente.nao_lidas > 0 && <NaoLidas n={cliente.nao_lidas} />}
    </div>
  ),
})
const documentoColuna: Coluna<Cliente> = {
  id: 'documento',
  header: 'Documento',
  minima: 1000,
  cell: (um) => <span className="cinza">{documento(um.documento)}</span>,
}
const ultima: Coluna<Cliente> = {
  id: 'ultima',
  header: 'Última mensagem',
  minima: 720,
  elastica: true,
  cell: (cliente) => (
    <span title={cliente.ultima_mensagem?.conteudo} className="cinza">
      {ultimaEmPalavras(cliente)}
    </span>
  ),
}

/** A pause by its reason; anything else by what was said, and when. */
function ultimaEmPalavras(cliente: Cliente): string {
  const { status, ultima_mensagem: ultima } = cliente
  if (status === 'pausado') return porquePausado(cliente)
  if (!ultima) return '—'
  const em = quando(ultima.created_at, agora())
  if (ultima.direcao === 'recebida') return `${citar(ultima)}, ${em}`
  return `${oQueFoiDito(ultima)}${ultima.automatica ? (em.includes('/') ? ' em ' : ' hoje às ') : ' · '}${em}`
}

const DE_QUEM_ATENDE: Coluna<Cliente> = {
  id: 'operador',
  header: 'Operador',
  minima: 1000,
  cell: (um) => <span className="pessoa cortado">{um.operador?.name ?? 'Livre'}</span>,
}

const COLUNAS = (abrir: (cliente: Cliente) => void): Coluna<Cliente>[] => [
  nome(abrir),
  { id: 'status', header: 'Situação', cell: (um) => <StatusChip de={statusCliente[um.status]} /> },
  ultima,
  DE_QUEM_ATENDE,
  {
    id: 'chamadas',
    header: 'Tentativas',
    direita: true,
    cell: (cliente) => (
      <span className={cliente.numero_chamadas >= MUITAS_TENTATIVAS ? 'vencido forte' : ''}>
        {cliente.numero_chamadas}
      </span>
    ),
  },
  {
    id: 'aberto',
    header: 'Em aberto',
    direita: true,
    cell: (um) => <span className="forte">{valor(um.valor_em_aberto)}</span>,
  },
  { id: 'atraso', header: 'Atraso', direita: true, cell: (um) => <Atraso dias={um.dias_atraso} /> },
]

const COLUNAS_CONCLUIDOS = (abrir: (cliente: Cliente) => void): Coluna<Cliente>[] => [
  nome(abrir),
  documentoColuna,
  { id: 'telefone', header: 'Telefone', cell: (um) => telefone(um.telefone) },
  ultima,
  DE_QUEM_ATENDE,
]
