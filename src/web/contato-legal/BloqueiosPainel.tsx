import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { Bloqueio } from '#contract/bloqueios.ts'
import { callApi } from '#web/api/callApi.ts'
import { avisar } from '#web/ui/avisar.tsx'
import { Button, IconButton } from '#web/ui/Button.tsx'
import { baixarArquivo } from '#web/ui/baixarArquivo.ts'
import { type Coluna, DataTable } from '#web/ui/DataTable.tsx'
import { abrir } from '#web/ui/dialogos.tsx'
import { EmptyFiltered, EmptyState } from '#web/ui/estados.tsx'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { dia, diaEHora, numero, telefone } from '#web/ui/formatos.ts'
import { DeleteOutlined } from '#web/ui/icons/DeleteOutlined.tsx'
import { UploadFileOutlined } from '#web/ui/icons/UploadFileOutlined.tsx'
import { CampoMotivo } from '#web/ui/MotivoDialog.tsx'
import { onDemand } from '#web/ui/onDemand.tsx'
import { Page } from '#web/ui/Page.tsx'
import { SearchField } from '#web/ui/SearchField.tsx'
import { useFiltros } from '#web/ui/useFiltros.ts'
import { abrirAutorizacoes } from './autorizacoes.tsx'
import { bloqueiosQuery } from './contatoLegal.queries.ts'

const ImportarListaDialog = onDemand(() => import('./ImportarListaDialog.tsx'), 'ImportarListaDialog')

/** The phones that public lists say are not to be contacted, and the lists themselves. */
export function BloqueiosPainel() {
  const { filtros, mudar } = useFiltros()
  const consulta = useQuery(bloqueiosQuery(filtros))
  const cache = useQueryClient()
  const recarregar = () => cache.invalidateQueries({ queryKey: ['admin', 'bloqueios'] })
  const importar = () =>
    void abrir((fechar) => <ImportarListaDialog aoImportar={() => void recarregar()} aoFechar={() => fechar()} />)
  const listas = consulta.data?.listas ?? []
  return (
    <Page cheia>
      <div className="row wrap gap-12">
        <SearchField
          rotulo="Telefone, lista ou cliente"
          valor={filtros.busca}
          aoMudar={(busca) => mudar({ busca, page: undefined })}
        />
        <span className="grow cinza">
          {listas
            .map(
              ({ origem, telefones, importada_em }) => `${origem}: ${numero(telefones)}, de ${diaEHora(importada_em)}`,
            )
            .join(' · ')}
        </span>
        <Button
          variant="outlined"
          onClick={() =>
            void baixarArquivo(
              'GET /api/admin/bloqueios/exportar.csv',
              'nao-perturbe.csv',
              {},
              { busca: filtros.busca },
            )
          }
        >
          Exportar
        </Button>
        <Button variant="contained" startIcon={<UploadFileOutlined />} onClick={importar}>
          Importar lista
        </Button>
      </div>
      <DataTable
        rotulo="Telefones que não se perturba"
        consulta={consulta}
        colunas={COLUNAS}
        aoPaginar={(page) => mudar({ page }, { empurrar: true })}
        vazio={
          filtros.busca ? (
            <EmptyFiltered
              titulo={`Nenhum telefone para “${filtros.busca}”`}
              aoLimpar={() => mudar({ busca: undefined })}
            />
          ) : (
            <EmptyState
              icone={UploadFileOutlined}
              titulo="Nenhuma lista ainda"
              texto="Importe as listas de quem pediu para não ser contatado, como a do Procon. Elas valem 30 dias depois do registro."
            />
          )
        }
        celular={(um) => (
          <div className="row between gap-8">
            <span>
              <b>{telefone(um.telefone)}</b> {um.origem}
              <div className="cinza">vale de {dia(um.vale_de)}</div>
              {um.clientes.length > 0 && <Clientes um={um} />}
            </span>
            <Retirar um={um} />
          </div>
        )}
      />
    </Page>
  )
}

const COLUNAS: Coluna<Bloqueio>[] = [
  { id: 'telefone', header: 'Telefone', cell: ({ row }) => telefone(row.original.telefone) },
  {
    id: 'clientes',
    header: 'Cliente',
    cell: ({ row }) => <Clientes um={row.original} />,
    meta: { elastica: true },
  },
  { id: 'origem', header: 'Lista', cell: ({ row }) => row.original.origem },
  { id: 'registrado_em', header: 'Registrado em', cell: ({ row }) => dia(row.original.registrado_em) },
  { id: 'vale_de', header: 'Vale de', cell: ({ row }) => dia(row.original.vale_de) },
  { id: 'retirar', header: '', cell: ({ row }) => <Retirar um={row.original} />, meta: { largura: 64 } },
]

/** Who has this phone; each opens what they authorised. */
function Clientes({ um: { clientes } }: { um: Bloqueio }) {
  if (clientes.length === 0) return '—'
  return (
    <span className="row wrap gap-8">
      {clientes.map((cliente) => (
        <Button key={cliente.id} className="na-frase" onClick={() => abrirAutorizacoes(cliente)}>
          {cliente.nome}
          <span className="so-leitor">: autorizações de contato</span>
        </Button>
      ))}
    </span>
  )
}

/** With why, which the log keeps. */
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
