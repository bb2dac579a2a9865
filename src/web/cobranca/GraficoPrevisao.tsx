import { useState } from 'react'
import { diaDaSemana } from '#domain/data.ts'
import { Button, IconButton } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { diaEMes, numero, passoCurto, plural } from '#web/ui/formatos.ts'
import { BarChartOutlined } from '#web/ui/icons/BarChartOutlined.tsx'
import { TableRowsOutlined } from '#web/ui/icons/TableRowsOutlined.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { Tooltip } from '#web/ui/Tooltip.tsx'
import { ALTURA, BarrasDaPrevisao } from './BarrasDaPrevisao.tsx'
import { fraseDaLei, fraseDasPerguntas } from './fraseDaLei.ts'
import type { DiaDaPrevisao, Previsao, Recorte } from './previsao.ts'
import { TabelaDaPrevisao } from './TabelaDaPrevisao.tsx'
import './previsao.css'

interface Props extends Recorte {
  previsao: Previsao | undefined
  erro: string | undefined
  aoTentar: () => void
  atualizando: boolean
}

/** What the cadence would send in the next thirty days; days on which nothing can go are hatched. */
export function GraficoPrevisao({ previsao, erro, aoTentar, atualizando, passo, nomes }: Props) {
  const [emTabela, setEmTabela] = useState(false)
  const pico = previsao?.dias.reduce((maior, um) => (um.mensagens > maior.mensagens ? um : maior))
  const resumo = previsao && pico ? fraseDoPico(previsao, pico) : ' '
  const { adiadas_pela_lei: adiadas = 0, perguntas = 0 } = previsao ?? {}
  const troca = emTabela ? 'Ver o gráfico' : 'Ver a tabela'
  return (
    <Card folga aria-label="Próximos 30 dias" aria-busy={atualizando} className="previsao stack shrink">
      <div className="previsao-topo flex gap-12">
        <div role="status">
          <h2 className="titulo">{tituloDe(previsao)}</h2>
          <p className="regua-nota menor cinza">
            {erro ? 'A previsão não pôde ser feita. A régua pode ser mudada e salva assim mesmo.' : resumo}
          </p>
          {perguntas > 0 && <p className="regua-nota menor cinza">{fraseDasPerguntas(perguntas)}</p>}
          {adiadas > 0 && <p className="regua-nota menor cinza">{fraseDaLei(adiadas)}</p>}
        </div>
        <Tooltip texto={troca}>
          <IconButton aria-label={troca} onClick={() => setEmTabela(!emTabela)} disabled={!previsao}>
            {emTabela ? <BarChartOutlined size={20} /> : <TableRowsOutlined size={20} />}
          </IconButton>
        </Tooltip>
      </div>
      <Legenda passo={passo} comAdiadas={adiadas > 0} />
      <div className={atualizando ? 'previsao-dias velha' : 'previsao-dias'} style={{ minHeight: ALTURA }}>
        {!previsao ? (
          erro ? (
            <div role="alert" className="previsao-erro grid gap-12">
              {erro}
              <Button variant="outlined" onClick={aoTentar}>
                Tentar de novo
              </Button>
            </div>
          ) : (
            <Skeleton altura={ALTURA} />
          )
        ) : emTabela ? (
          <TabelaDaPrevisao
            dias={previsao.dias}
            passo={passo}
            nomes={nomes}
            comAdiadas={adiadas > 0}
            comPerguntas={perguntas > 0}
          />
        ) : (
          <BarrasDaPrevisao dias={previsao.dias} passo={passo} nomes={nomes} pico={pico} resumo={resumo} />
        )}
      </div>
    </Card>
  )
}

function tituloDe(previsao: Previsao | undefined): string {
  if (!previsao) return 'Próximos 30 dias'
  const { total } = previsao
  return `Próximos 30 dias: ${total === 0 ? 'nenhuma mensagem' : `cerca de ${plural(total, 'mensagem', 'mensagens')}`}`
}

function fraseDoPico({ dias }: Previsao, pico: DiaDaPrevisao): string {
  if (pico.mensagens === 0) return 'Pelas contas abertas hoje, nada sairia nestes dias.'
  const antes = dias[dias.indexOf(pico) - 1]
  const porque =
    !antes || antes.envia ? '' : diaDaSemana(antes.dia) === 0 ? ', depois do domingo' : ', depois do feriado'
  return `Pelas contas de hoje, se ninguém pagar nem responder. O pico é em ${diaEMes(pico.dia)}${porque}: ${numero(pico.mensagens)}.`
}

const Legenda = ({ passo, comAdiadas }: Pick<Recorte, 'passo'> & { comAdiadas: boolean }) => (
  <div aria-hidden className="previsao-legenda flex menor wrap">
    {passo !== undefined && (
      <span>
        <i className="pintado do-passo" />
        Só o passo {passoCurto(passo)}
      </span>
    )}
    <span>
      <i className="pintado de-todos" />
      Todos os passos
    </span>
    {comAdiadas && (
      <span>
        <i className="pintado adiadas" />
        Adiadas pela lei de onde o cliente está
      </span>
    )}
    <span>
      <i className="pintado sem-envio" />
      Sem envio
    </span>
  </div>
)
