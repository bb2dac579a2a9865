import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ArquivoDaPasta } from '#contract/pasta-vigiada.ts'
import type { Tom } from '#web/cores.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Chip } from '#web/ui/Chip.tsx'
import { EmptyState } from '#web/ui/estados.tsx'
import { diaEHora } from '#web/ui/formatos.ts'
import { HistoryOutlined } from '#web/ui/icons/HistoryOutlined.tsx'
import { ListaDialog } from '#web/ui/ListaDialog.tsx'
import { pedirParaDesfazer } from './desfazer.ts'
import { pastaQuery } from './pasta.queries.ts'

const SITUACOES: Record<ArquivoDaPasta['situacao'], { rotulo: string; tom: Tom }> = {
  tomado: { rotulo: 'Em andamento', tom: 'info' },
  importado: { rotulo: 'Importado', tom: 'success' },
  recusado: { rotulo: 'Recusado', tom: 'error' },
}
const ESPECIES: Record<NonNullable<ArquivoDaPasta['tipo']>, string> = {
  csv: 'Planilha de clientes',
  xml: 'Notas fiscais',
  extrato: 'Arquivo do banco, em Conciliação',
}

/** The files that came by the watched folder, the latest first: whether each was imported, or why not. */
export function PastaDialog({ aoFechar }: { aoFechar: () => void }) {
  const [pagina, setPagina] = useState(1)
  const consulta = useQuery(pastaQuery(pagina))
  const erro = consulta.data?.vigiada?.erro
  return (
    <ListaDialog
      titulo="Pasta vigiada"
      texto={`O que é deixado em ${consulta.data?.vigiada?.onde ?? 'uma pasta'} é importado sozinho, e vai para importados ou recusados com um relatório ao lado.`}
      filtros={erro ? <Alert tom="error">{erro}</Alert> : undefined}
      consulta={consulta}
      vazio={
        <EmptyState
          icone={HistoryOutlined}
          titulo="Nenhum arquivo ainda"
          texto="Cada arquivo deixado na pasta aparece aqui em menos de um minuto."
        />
      }
      aoPaginar={setPagina}
      aoFechar={aoFechar}
    >
      {(arquivo) => <Item arquivo={arquivo} />}
    </ListaDialog>
  )
}

function Item({ arquivo: item }: { arquivo: ArquivoDaPasta }) {
  const { arquivo, situacao, tipo, motivo, created_at, importacao_id, desfeita_em } = item
  const { rotulo, tom } = SITUACOES[situacao]
  return (
    <div className="stack gap-4 quebra">
      <div className="row wrap gap-8">
        <b>{arquivo}</b>
        {desfeita_em ? <Chip tom="neutral">Desfeito</Chip> : <Chip tom={tom}>{rotulo}</Chip>}
        {importacao_id !== null && tipo !== 'extrato' && !desfeita_em && (
          <span className="push">
            <Button onClick={() => void pedirParaDesfazer({ id: importacao_id, arquivo }, { deOutro: true })}>
              Desfazer
            </Button>
          </span>
        )}
      </div>
      <span className="menor cinza">
        Veio da pasta em {diaEHora(created_at)}
        {tipo && `, ${ESPECIES[tipo]}`}
        {desfeita_em && `. Desfeito em ${diaEHora(desfeita_em)}`}
      </span>
      {situacao === 'recusado' && (
        <span className="menor">{motivo ?? 'Nada dele entrou: o relatório diz por quê.'}</span>
      )}
    </div>
  )
}
