import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import type { Importacao } from '#contract/importacoes.ts'
import { IconButton } from '#web/ui/Button.tsx'
import { type Coluna, DataTable } from '#web/ui/DataTable.tsx'
import { EmptyState } from '#web/ui/estados.tsx'
import { diaEHora, plural } from '#web/ui/formatos.ts'
import { DownloadOutlined } from '#web/ui/icons/DownloadOutlined.tsx'
import { HistoryOutlined } from '#web/ui/icons/HistoryOutlined.tsx'
import { UndoOutlined } from '#web/ui/icons/UndoOutlined.tsx'
import { Tooltip } from '#web/ui/Tooltip.tsx'
import { useFiltros } from '#web/ui/useFiltros.ts'
import { baixarRecusadas } from './baixarRecusadas.ts'
import { pedirParaDesfazer } from './desfazer.ts'
import { importacoesQuery } from './importacoes.queries.ts'
import { SituacaoDaImportacao } from './SituacaoDaImportacao.tsx'

/** Who imported what and when, the result, and undoing it. */
export function ListaImportacoes() {
  const { pagina, mudar } = useFiltros()
  const consulta = useQuery(importacoesQuery(pagina))
  const navigate = useNavigate()
  return (
    <div className="importacoes">
      <h2 className="titulo">Importações feitas</h2>
      <DataTable
        rotulo="Importações feitas"
        consulta={consulta}
        colunas={COLUNAS}
        aoAbrir={(importacao) => void navigate(resultadoDe(importacao))}
        aoPaginar={(page) => mudar({ page }, { empurrar: true })}
        alturaLinha={48}
        vazio={
          <EmptyState
            icone={HistoryOutlined}
            titulo="Nenhuma importação ainda"
            texto="O que você importar fica listado aqui, com a opção de desfazer."
          />
        }
        celular={(importacao) => (
          <div className="importacao">
            <Nome importacao={importacao} />
            <SituacaoDaImportacao de={importacao.situacao} />
            <span className="miudo">{resumo(importacao)}</span>
            <Acoes importacao={importacao} />
          </div>
        )}
      />
    </div>
  )
}

const COLUNAS: Coluna<Importacao>[] = [
  { id: 'arquivo', header: 'Arquivo', cell: (um) => <Nome importacao={um} /> },
  { id: 'quando', header: 'Quando', cell: (um) => diaEHora(um.created_at) },
  { id: 'quem', header: 'Quem', minima: 1000, cell: (um) => um.usuario.name },
  { id: 'resumo', header: 'O que veio', cell: (um) => <span className="cinza">{resumo(um)}</span> },
  { id: 'situacao', header: 'Situação', cell: (um) => <SituacaoDaImportacao de={um.situacao} /> },
  {
    id: 'acoes',
    header: <span className="so-leitor">Ações</span>,
    direita: true,
    largura: 96,
    cell: (um) => <Acoes importacao={um} />,
  },
]

/** The screen that shows an import's result is the one that makes such imports. */
const resultadoDe = ({ id, tipo }: Importacao) =>
  tipo === 'csv'
    ? ({ to: '/operador/importar-clientes', search: { importacao: String(id) } } as const)
    : ({ to: '/operador/contas-receber', search: { importar: 'xml', importacao: String(id) } } as const)

const Nome = ({ importacao }: { importacao: Importacao }) => (
  <Link className="ligacao nome" {...resultadoDe(importacao)} onClick={(evento) => evento.stopPropagation()}>
    {importacao.arquivo}
  </Link>
)

function Acoes({ importacao }: { importacao: Importacao }) {
  const erros = contar(importacao, 'total_erros')
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: only keeps the row from opening
    <div className="importacao-acoes" onClick={(evento) => evento.stopPropagation()}>
      {importacao.tipo === 'csv' && erros > 0 && (
        <Tooltip texto="Baixar as linhas com erro">
          <IconButton
            size="small"
            aria-label={`Baixar as linhas com erro de ${importacao.arquivo}`}
            onClick={() => void baixarRecusadas(importacao.id)}
          >
            <DownloadOutlined size={20} />
          </IconButton>
        </Tooltip>
      )}
      {importacao.situacao === 'concluida' && (
        <Tooltip texto="Desfazer">
          <IconButton
            size="small"
            aria-label={`Desfazer a importação de ${importacao.arquivo}`}
            onClick={() => void pedirParaDesfazer(importacao)}
          >
            <UndoOutlined size={20} />
          </IconButton>
        </Tooltip>
      )}
    </div>
  )
}

const contar = (importacao: Importacao, nome: string) => Number(importacao.resultado?.[nome] ?? 0)

function resumo(importacao: Importacao): string {
  if (importacao.mensagem) return importacao.mensagem
  if (importacao.situacao === 'processando') return `${plural(importacao.lidas, 'lida', 'lidas')} até agora`
  if (importacao.tipo === 'csv') {
    const erros = contar(importacao, 'total_erros')
    return `${plural(contar(importacao, 'importados'), 'cliente novo', 'clientes novos')}, ${plural(contar(importacao, 'atualizados'), 'atualizado', 'atualizados')}${erros ? `, ${plural(erros, 'erro', 'erros')}` : ''}`
  }
  return `${plural(contar(importacao, 'contas_criadas'), 'conta', 'contas')} de ${plural(contar(importacao, 'documentos'), 'documento', 'documentos')}`
}
