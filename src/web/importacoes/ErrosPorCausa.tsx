import { useState } from 'react'
import type { ResultadoCsv } from '#contract/importacoes.ts'
import { CAUSAS, type CausaDoErro, recusaALinha } from '#domain/planilha-causas.ts'
import { inteira } from '#web/api/inteira.ts'
import { Button } from '#web/ui/Button.tsx'
import { Chip } from '#web/ui/Chip.tsx'
import { numero, plural } from '#web/ui/formatos.ts'
import { DownloadOutlined } from '#web/ui/icons/DownloadOutlined.tsx'
import { ExpandMoreOutlined } from '#web/ui/icons/ExpandMoreOutlined.tsx'
import { baixarRecusadas } from './baixarRecusadas.ts'
import { rotuloDoCampo } from './campos.ts'
import { Lista } from './ListaDocumentos.tsx'
import './causas.css'

type Erro = ResultadoCsv['erros'][number]
const DE_INICIO = 4

/** The rows that stay out, then the values left out of rows that come in; one file to correct the rows. */
export function ErrosPorCausa({ resultado }: { resultado: ResultadoCsv }) {
  const { causas, total_linhas, importados, atualizados, ignorados } = resultado
  // A line may be wrong in more than one way.
  const recusadas = Math.max(0, total_linhas - importados - atualizados - ignorados)
  const recusas = causas.filter(({ causa }) => recusaALinha(causa))
  const faltas = causas.filter(({ causa }) => !recusaALinha(causa))
  const deixadas = faltas.reduce((soma, { total }) => soma + total, 0)
  return (
    <>
      {recusas.length > 0 && (
        <ListaDeCausas
          titulo={`${plural(Math.max(1, recusadas), 'linha com erro', 'linhas com erro')}, por ${plural(recusas.length, 'causa', 'causas')}`}
          resultado={resultado}
          causas={recusas}
        />
      )}
      {faltas.length > 0 && (
        <ListaDeCausas
          titulo={`${plural(deixadas, 'dado fica', 'dados ficam')} de fora, mesmo que a linha entre`}
          resultado={resultado}
          causas={faltas}
        />
      )}
    </>
  )
}

interface ListaProps {
  titulo: string
  resultado: ResultadoCsv
  causas: ResultadoCsv['causas']
}

/** The most frequent cause first, and open: line, name, the invalid value, and what to do. */
const ListaDeCausas = ({ titulo, resultado, causas }: ListaProps) => (
  <Lista
    titulo={titulo}
    total={
      <Button startIcon={<DownloadOutlined />} onClick={() => void baixarRecusadas(resultado.importacao_id)}>
        Baixar para corrigir
      </Button>
    }
  >
    {causas.map(({ causa, total }, indice) => (
      <DaCausa
        key={causa}
        causa={causa}
        total={total}
        erros={resultado.erros.filter((erro) => erro.causa === causa)}
        aberta={indice === 0}
      />
    ))}
  </Lista>
)

interface CausaProps {
  causa: CausaDoErro
  total: number
  /** Only those among the first thousand errors of the file. */
  erros: Erro[]
  aberta: boolean
}

function DaCausa({ causa, total, erros, aberta }: CausaProps) {
  const [mostrados, setMostrados] = useState(DE_INICIO)
  const { titulo, dica, campo } = CAUSAS[causa]
  const restam = erros.length - mostrados
  const foraDaqui = total - erros.length
  return (
    <details className="causa" open={aberta}>
      <summary>
        <b className="algarismos">{numero(total)}</b>
        <h3>{titulo}</h3>
        <span className="cinza">{dica}</span>
        <ExpandMoreOutlined />
      </summary>
      <div className="causa-linhas grid gap-8">
        <TabelaDeErros campo={rotuloDoCampo(campo)} erros={erros.slice(0, mostrados)} />
        {restam > 0 ? (
          <Button className="rente" onClick={() => setMostrados(mostrados + 50)}>
            {restam > 50 ? 'Ver mais 50' : restam === 1 ? 'Ver o outro' : `Ver os outros ${restam}`}
          </Button>
        ) : (
          foraDaqui > 0 && (
            <p className="cinza">
              {foraDaqui === 1 ? 'O outro está' : `Os outros ${numero(foraDaqui)} estão`} na planilha para baixar.
            </p>
          )
        )}
      </div>
    </details>
  )
}

function TabelaDeErros({ campo, erros }: { campo: string; erros: Erro[] }) {
  return (
    <table className="erros">
      <thead>
        <tr>
          <th scope="col">Linha</th>
          <th scope="col">Nome</th>
          <th scope="col">{campo}</th>
          <th scope="col">O que fazer</th>
        </tr>
      </thead>
      <tbody>
        {erros.map((erro) => (
          <tr key={`${erro.linha}-${erro.campo}`}>
            <td>{numero(erro.linha)}</td>
            <td className="forte">{erro.nome ?? '—'}</td>
            <td>{erro.valor ? <Chip tom="error">{erro.valor}</Chip> : '—'}</td>
            <td>{inteira(erro.mensagem)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
