import './alteracoes.css'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Alteracao } from '#contract/alteracoes.ts'
import { agora } from '#web/api/agora.ts'
import { BarraDaLista } from '#web/ui/BarraDaLista.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Chip } from '#web/ui/Chip.tsx'
import { confirmar } from '#web/ui/confirmar.tsx'
import { type Coluna, DataTable } from '#web/ui/DataTable.tsx'
import { abrir } from '#web/ui/dialogos.tsx'
import { EmptyState } from '#web/ui/estados.tsx'
import { nenhumDe } from '#web/ui/filtros.ts'
import { dia, dinheiro, plural, quando, telefone } from '#web/ui/formatos.ts'
import { FactCheckOutlined } from '#web/ui/icons/FactCheckOutlined.tsx'
import { onDemand } from '#web/ui/onDemand.tsx'
import { Page } from '#web/ui/Page.tsx'
import { useFiltros } from '#web/ui/useFiltros.ts'
import { VazioDaLista } from '#web/ui/VazioDaLista.tsx'
import { useDecisao } from './alteracoes.api.ts'
import {
  CAMPOS_DA_ALTERACAO,
  filtrosDasAlteracoes,
  paginaDasAlteracoesQuery,
  SITUACOES_DA_ALTERACAO,
} from './importacoes.queries.ts'
import { pastaQuery } from './pasta.queries.ts'

const SEM_FILTROS = nenhumDe(filtrosDasAlteracoes)
const NADA_A_DECIDIR = (
  <EmptyState
    icone={FactCheckOutlined}
    titulo="Nenhuma alteração a decidir"
    texto="Quem importa são os operadores. O que mudaria um cliente de outro operador espera aqui até ser aplicado ou descartado."
  />
)

const PastaDialog = onDemand(() => import('./PastaDialog.tsx'), 'PastaDialog')
const verPasta = () => void abrir((fechar) => <PastaDialog aoFechar={() => fechar()} />)

/** What imports would change or cancel at other operators' customers: each is applied or discarded. */
export function AdminImportacoesPage() {
  const { filtros, mudar } = useFiltros()
  const consulta = useQuery(paginaDasAlteracoesQuery(filtros))
  const pendentes = consulta.data?.pendentes
  const pasta = useQuery(pastaQuery(1))
  // What could not be read is said in its dialog.
  const comPasta = pasta.data ? pasta.data.vigiada !== null : pasta.isError
  return (
    <Page cheia>
      <BarraDaLista
        busca="Cliente, conta, arquivo ou quem importou"
        semFiltros={SEM_FILTROS}
        menus={[
          { rotulo: 'Situação', nome: 'situacao', opcoes: SITUACOES_DA_ALTERACAO },
          { rotulo: 'O que muda', nome: 'campo', opcoes: CAMPOS_DA_ALTERACAO },
        ]}
        fim={
          <>
            <span className="nowrap cinza" role="status">
              {pendentes !== undefined &&
                (pendentes === 0 ? 'Nada espera decisão' : `${plural(pendentes, 'espera', 'esperam')} decisão`)}
            </span>
            {comPasta && (
              <Button variant="outlined" onClick={verPasta}>
                Pasta vigiada
              </Button>
            )}
          </>
        }
      />
      <DataTable
        rotulo="Alterações pedidas por importações"
        consulta={consulta}
        colunas={COLUNAS}
        alturaLinha={64}
        listaAbaixoDe={1200}
        aoPaginar={(page) => mudar({ page }, { empurrar: true })}
        vazio={
          <VazioDaLista
            nada="Nenhuma alteração"
            comFiltros="Nenhuma alteração com estes filtros"
            semFiltros={SEM_FILTROS}
            senao={NADA_A_DECIDIR}
          />
        }
        celular={(uma) => <ItemAlteracao uma={uma} />}
      />
    </Page>
  )
}

const rotuloDe = (campo: Alteracao['campo']) =>
  CAMPOS_DA_ALTERACAO.find(({ valor }) => valor === campo)?.rotulo ?? campo

function escrito(campo: Alteracao['campo'], valor: Alteracao['de']): string {
  if (valor === null) return '[apagado]'
  if (typeof valor === 'number') return dinheiro(valor)
  return campo === 'vencimento' ? dia(valor) : campo === 'telefone' ? telefone(valor) : valor
}

const Cliente = ({ uma: { cliente, operador } }: { uma: Alteracao }) => (
  <div className="alteracao-bloco stack shrink">
    <Link className="ligacao nome" to="/admin/clientes" search={{ cliente: String(cliente.id) }} title={cliente.nome}>
      {cliente.nome}
    </Link>
    <span className="miudo">{operador ? `de ${operador.name}` : 'sem operador'}</span>
  </div>
)

function Mudanca({ uma: { campo, de, para, conta, nota } }: { uma: Alteracao }) {
  if (nota)
    return (
      <div className="alteracao-bloco stack shrink">
        <span>Cancelar a NF-e {nota.numero}</span>
        <span className="miudo">
          {nota.contas_abertas === 0
            ? 'sem conta em aberto'
            : `${plural(nota.contas_abertas, 'conta', 'contas')} em aberto, ${dinheiro(nota.valor_aberto)}`}
        </span>
      </div>
    )
  return (
    <div className="alteracao-bloco stack shrink">
      <span className="miudo">
        {rotuloDe(campo)}
        {conta && ` da conta ${conta.numero}`}
      </span>
      <span className="alteracao-mudanca">
        <del>{escrito(campo, de)}</del> <span aria-hidden>→</span> <ins>{escrito(campo, para)}</ins>
      </span>
    </div>
  )
}

const Origem = ({ uma: { importacao } }: { uma: Alteracao }) => (
  <div className="alteracao-bloco stack shrink">
    <span title={importacao.arquivo}>{importacao.arquivo}</span>
    <span className="miudo">
      {importacao.usuario.name}, {quando(importacao.created_at, agora())}
    </span>
  </div>
)

function Decisao({ uma }: { uma: Alteracao }) {
  const decidir = useDecisao(uma)
  if (uma.situacao !== 'pendente')
    return (
      <div className="alteracao-bloco stack shrink alteracao-fim">
        <Chip tom={uma.situacao === 'aplicada' ? 'success' : 'neutral'}>
          {uma.situacao === 'aplicada' ? 'Aplicada' : 'Descartada'}
        </Chip>
        <span className="miudo">
          {uma.decidida_por?.name}
          {uma.decidida_em && `, ${quando(uma.decidida_em, agora())}`}
        </span>
      </div>
    )
  const oQue = `${rotuloDe(uma.campo)} de ${uma.cliente.nome}`
  const aplicar = async () => {
    if (uma.nota && !(await confirmarCancelamento(uma))) return
    decidir.mutate('aplicar')
  }
  return (
    <div className="flex to-end gap-8">
      <Button
        aria-label={`Descartar: ${oQue}`}
        disabled={decidir.isPending}
        onClick={() => decidir.mutate('descartar')}
      >
        Descartar
      </Button>
      <Button
        variant="outlined"
        aria-label={`Aplicar: ${oQue}`}
        loading={decidir.isPending}
        onClick={() => void aplicar()}
      >
        Aplicar
      </Button>
    </div>
  )
}

const confirmarCancelamento = ({ nota, cliente }: Alteracao) =>
  confirmar({
    titulo: `Cancelar a NF-e ${nota?.numero ?? ''}?`,
    texto: `O que está em aberto dela, de ${cliente.nome}, é cancelado e não volta a ser cobrado. O que já foi pago fica como está.`,
    acao: 'Cancelar a nota',
    perigo: true,
    cancelar: 'Voltar',
  })

const COLUNAS: Coluna<Alteracao>[] = [
  { id: 'cliente', header: 'Cliente', cell: (um) => <Cliente uma={um} /> },
  { id: 'mudanca', header: 'O que mudaria', cell: (um) => <Mudanca uma={um} />, elastica: true },
  { id: 'origem', header: 'Importação', cell: (um) => <Origem uma={um} /> },
  {
    id: 'decisao',
    header: <span className="so-leitor">Decisão</span>,
    cell: (um) => <Decisao uma={um} />,
    direita: true,
    largura: 212,
  },
]

const ItemAlteracao = ({ uma }: { uma: Alteracao }) => (
  <div className="alteracao-item grid gap-8 quebra">
    <Cliente uma={uma} />
    <Mudanca uma={uma} />
    <Origem uma={uma} />
    <Decisao uma={uma} />
  </div>
)
