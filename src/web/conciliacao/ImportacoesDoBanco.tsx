import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ImportacaoDoBanco } from '#contract/extratos.ts'
import { fraseDe } from '#web/api/erro.ts'
import { tituloDaRecusa } from '#web/importacoes/oQueDesfaz.ts'
import { SituacaoDaImportacao } from '#web/importacoes/SituacaoDaImportacao.tsx'
import { avisar } from '#web/ui/avisar.tsx'
import { IconButton } from '#web/ui/Button.tsx'
import { confirmar } from '#web/ui/confirmar.tsx'
import { type Coluna, DataTable } from '#web/ui/DataTable.tsx'
import { EmptyState } from '#web/ui/estados.tsx'
import { diaEHora, plural } from '#web/ui/formatos.ts'
import { HistoryOutlined } from '#web/ui/icons/HistoryOutlined.tsx'
import { UndoOutlined } from '#web/ui/icons/UndoOutlined.tsx'
import { Tooltip } from '#web/ui/Tooltip.tsx'
import { useFiltros, useMudarFiltros } from '#web/ui/useFiltros.ts'
import '#web/ui/painel-ao-lado.css'
import { desfazerImportacaoDoBanco } from './conciliacao.api.ts'
import { importacoesDoBancoQuery } from './conciliacao.queries.ts'

/** The bank's imported files, what each brought, and undoing one while nothing builds upon it. */
export function ImportacoesDoBanco() {
  const { pagina, mudar } = useFiltros()
  const consulta = useQuery(importacoesDoBancoQuery(pagina))
  return (
    <div className="grid gap-12">
      <h2 className="titulo">Arquivos importados</h2>
      <DataTable
        rotulo="Arquivos importados"
        consulta={consulta}
        colunas={COLUNAS}
        aoPaginar={(page) => mudar({ page }, { empurrar: true })}
        alturaLinha={56}
        vazio={
          <EmptyState
            icone={HistoryOutlined}
            titulo="Nenhum arquivo do banco ainda"
            texto="O que você importar fica listado aqui, com a opção de desfazer."
          />
        }
        celular={(uma) => (
          <div className="linha-que-abre grid gap-4">
            <div className="row gap-8">
              <div className="grow">
                <Nome uma={uma} />
              </div>
              <SituacaoDaImportacao de={uma.situacao} />
              <Desfazer uma={uma} />
            </div>
            <span className="miudo">
              {diaEHora(uma.created_at)} · {oQueTrouxe(uma)}
            </span>
          </div>
        )}
      />
    </div>
  )
}

const Nome = ({ uma }: { uma: ImportacaoDoBanco }) => (
  <Link
    className="ligacao nome importado cortado"
    title={uma.arquivo}
    to="/admin/conciliacao"
    search={{ aba: 'movimentos', importacao_id: String(uma.id) }}
  >
    {uma.arquivo}
  </Link>
)
function oQueTrouxe({ resultado, mensagem }: ImportacaoDoBanco): string {
  if (mensagem) return mensagem
  if (!resultado) return ''
  const { novos, aplicados, sugeridos, sem_dono } = resultado
  const esperam = sugeridos + sem_dono
  return [
    plural(novos, 'movimento novo', 'movimentos novos'),
    aplicados > 0 && plural(aplicados, 'aplicado sozinho', 'aplicados sozinhos'),
    esperam > 0 && plural(esperam, 'ficou à espera', 'ficaram à espera'),
  ]
    .filter(Boolean)
    .join(', ')
}

function Desfazer({ uma }: { uma: ImportacaoDoBanco }) {
  const mudar = useMudarFiltros()
  if (uma.situacao !== 'concluida') return null
  const desfazer = async () => {
    const sim = await confirmar({
      titulo: 'Desfazer a importação?',
      texto: `Os movimentos que só ${uma.arquivo} trouxe saem, e o que foi aplicado sozinho deles é estornado. Só é possível enquanto ninguém aplicou nada deste arquivo à mão.`,
      acao: 'Desfazer importação',
      perigo: true,
    })
    if (!sim) return
    try {
      await desfazerImportacaoDoBanco(uma.id)
      avisar(`A importação de ${uma.arquivo} foi desfeita.`)
    } catch (erro) {
      const ver = await confirmar({
        titulo: tituloDaRecusa(erro),
        texto: fraseDe(erro),
        acao: 'Ver os movimentos',
        cancelar: 'Fechar',
      })
      if (ver) mudar({ aba: 'movimentos', importacao_id: uma.id, page: undefined }, { empurrar: true })
    }
  }
  return (
    <Tooltip texto="Desfazer">
      <IconButton size="small" aria-label={`Desfazer a importação de ${uma.arquivo}`} onClick={() => void desfazer()}>
        <UndoOutlined size={20} />
      </IconButton>
    </Tooltip>
  )
}

const COLUNAS: Coluna<ImportacaoDoBanco>[] = [
  {
    id: 'arquivo',
    header: 'Arquivo, e o que trouxe',
    elastica: true,
    cell: (um) => (
      <>
        <Nome uma={um} />
        <div className="miudo cortado" title={oQueTrouxe(um)}>
          {oQueTrouxe(um)}
        </div>
      </>
    ),
  },
  { id: 'quando', header: 'Quando', cell: (um) => diaEHora(um.created_at) },
  { id: 'quem', header: 'Quem', minima: 700, cell: (um) => um.usuario.name },
  { id: 'situacao', header: 'Situação', cell: (um) => <SituacaoDaImportacao de={um.situacao} /> },
  {
    id: 'acoes',
    header: <span className="so-leitor">Ações</span>,
    direita: true,
    largura: 56,
    cell: (um) => <Desfazer uma={um} />,
  },
]
