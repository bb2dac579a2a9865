import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { Bloqueio } from '#contract/bloqueios.ts'
import { callApi } from '#web/api/callApi.ts'
import type { Resposta } from '#web/api/contrato.ts'
import { avisar } from '#web/ui/avisar.tsx'
import { BarraDaLista } from '#web/ui/BarraDaLista.tsx'
import { IconButton } from '#web/ui/Button.tsx'
import { baixarArquivo } from '#web/ui/baixarArquivo.ts'
import { type Coluna, DataTable } from '#web/ui/DataTable.tsx'
import { abrir } from '#web/ui/dialogos.tsx'
import { EmptyState } from '#web/ui/estados.tsx'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { dia, diaEHora, numero, telefone } from '#web/ui/formatos.ts'
import { DeleteOutlined } from '#web/ui/icons/DeleteOutlined.tsx'
import { UploadFileOutlined } from '#web/ui/icons/UploadFileOutlined.tsx'
import { CampoMotivo } from '#web/ui/MotivoDialog.tsx'
import { onDemand } from '#web/ui/onDemand.tsx'
import { Page } from '#web/ui/Page.tsx'
import { useFiltros } from '#web/ui/useFiltros.ts'
import { VazioDaLista } from '#web/ui/VazioDaLista.tsx'
import { abrirAutorizacoes } from './autorizacoes.tsx'
import { bloqueiosQuery } from './contatoLegal.queries.ts'

type Listas = Resposta<'GET /api/admin/bloqueios'>['listas']
const ImportarListaDialog = onDemand(() => import('./ImportarListaDialog.tsx'), 'ImportarListaDialog')

const SEM_FILTROS = { busca: undefined }

/** The phones on do-not-contact lists, and the lists themselves. */
export function BloqueiosPainel() {
  const { filtros, mudar } = useFiltros()
  const consulta = useQuery(bloqueiosQuery(filtros))
  const cache = useQueryClient()
  const listas = consulta.data?.listas ?? []
  const recarregar = () => cache.invalidateQueries({ queryKey: ['admin', 'bloqueios'] })
  const importar = () =>
    void abrir((fechar) => <ImportarListaDialog aoImportar={() => void recarregar()} aoFechar={() => fechar()} />)
  return (
    <Page cheia>
      <BarraDaLista
        busca="Telefone, lista ou cliente"
        semFiltros={SEM_FILTROS}
        menus={[]}
        acao={{ rotulo: 'Importar lista', icone: <UploadFileOutlined />, aoFazer: importar }}
        aoExportar={() =>
          baixarArquivo('GET /api/admin/bloqueios/exportar.csv', 'nao-perturbe.csv', {}, { busca: filtros.busca })
        }
      />
      {listas.length > 0 && <p className="cinza">{listas.map(comoEsta).join(' · ')}</p>}
      <DataTable
        rotulo="Telefones em não perturbe"
        consulta={consulta}
        colunas={COLUNAS}
        aoPaginar={(page) => mudar({ page }, { empurrar: true })}
        vazio={
          <VazioDaLista
            nada="Nenhum telefone"
            comFiltros="Nenhum telefone com estes filtros"
            semFiltros={SEM_FILTROS}
            senao={NENHUMA_LISTA}
          />
        }
        celular={(um) => <ItemBloqueio um={um} />}
      />
    </Page>
  )
}

const comoEsta = ({ origem, telefones, importada_em }: Listas[number]) =>
  `${origem}: ${numero(telefones)}, de ${diaEHora(importada_em)}`

const NENHUMA_LISTA = (
  <EmptyState
    icone={UploadFileOutlined}
    titulo="Nenhuma lista ainda"
    texto="Importe as listas de quem pediu para não ser contatado, como a do Procon. Cada telefone passa a valer 30 dias depois de registrado nelas."
  />
)

const ItemBloqueio = ({ um }: { um: Bloqueio }) => (
  <div className="row between gap-8">
    <span>
      <b>{telefone(um.telefone)}</b> {um.origem}
      <div className="cinza">vale de {dia(um.vale_de)}</div>
      {um.clientes.length > 0 && <Clientes um={um} />}
    </span>
    <Retirar um={um} />
  </div>
)

const COLUNAS: Coluna<Bloqueio>[] = [
  { id: 'telefone', header: 'Telefone', cell: (um) => telefone(um.telefone) },
  { id: 'clientes', header: 'Cliente', cell: (um) => <Clientes um={um} />, elastica: true },
  { id: 'origem', header: 'Lista', cell: (um) => um.origem },
  { id: 'registrado_em', header: 'Registrado em', cell: (um) => dia(um.registrado_em) },
  { id: 'vale_de', header: 'Vale de', cell: (um) => dia(um.vale_de) },
  { id: 'retirar', header: <span className="so-leitor">Ações</span>, cell: (um) => <Retirar um={um} />, largura: 64 },
]

/** The customers with this phone; each opens what they authorised. */
function Clientes({ um: { clientes } }: { um: Bloqueio }) {
  if (clientes.length === 0) return '—'
  return (
    <span className="row wrap gap-8">
      {clientes.map((cliente) => (
        <button key={cliente.id} type="button" className="ligacao forte" onClick={() => abrirAutorizacoes(cliente)}>
          {cliente.nome}
          <span className="so-leitor">: autorizações de contato</span>
        </button>
      ))}
    </span>
  )
}

/** Takes the phone off the list, with a reason for the log. */
function Retirar({ um }: { um: Bloqueio }) {
  const cache = useQueryClient()
  const retirar = () =>
    void abrir((fechar) => (
      <FormDialog<{ motivo: string }>
        titulo={`Retirar ${telefone(um.telefone)} de ${um.origem}?`}
        acao="Retirar"
        perigo
        valores={{ motivo: '' }}
        aoFechar={() => fechar()}
        aoSalvar={async ({ motivo }) => {
          await callApi('DELETE /api/admin/bloqueios/:id', { params: { id: um.id }, body: { motivo } })
          await cache.invalidateQueries({ queryKey: ['admin', 'bloqueios'] })
          fechar()
          avisar('Telefone retirado da lista.')
        }}
      >
        {(form) => <CampoMotivo form={form} />}
      </FormDialog>
    ))
  return (
    <IconButton aria-label={`Retirar ${telefone(um.telefone)}`} onClick={retirar}>
      <DeleteOutlined size={20} />
    </IconButton>
  )
}
