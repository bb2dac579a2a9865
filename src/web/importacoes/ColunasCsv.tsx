import { type ReactNode, type Ref, useMemo, useRef } from 'react'
import type { Codificacao } from '#domain/codificacao.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Checkbox } from '#web/ui/Choice.tsx'
import { InputBox } from '#web/ui/Field.tsx'
import { plural } from '#web/ui/formatos.ts'
import { ArrowForwardOutlined } from '#web/ui/icons/ArrowForwardOutlined.tsx'
import { WarningAmberOutlined } from '#web/ui/icons/WarningAmberOutlined.tsx'
import { Page } from '#web/ui/Page.tsx'
import { RodapePassos } from '#web/ui/Passos.tsx'
import { BaixarModelo } from './BaixarModelo.tsx'
import { CAMPOS, type Campo, faltam, NAO_IMPORTAR, pareceCom, reconhecer, repetidas, semTitulos } from './campos.ts'
import { type CsvHead, ROTULO_DA_CODIFICACAO } from './csvHead.ts'
import { SituacaoDaColuna } from './SituacaoDaColuna.tsx'
import './colunas.css'

interface Props {
  head: CsvHead
  campos: Campo[]
  lembrados: boolean
  vincular: boolean
  aoMudar: (parte: { campos?: Campo[]; vincular?: boolean; erro?: string }) => void
  aoReler: (codificacao: Codificacao) => void
  erro: ReactNode
  aoVoltar: () => void
  aoConferir: () => void
}

/** One row a column of the file: its name, real values, the field it feeds, and whether that is right. */
export function ColunasCsv(props: Props) {
  const { head, campos, lembrados, vincular, aoMudar, aoReler, erro, aoVoltar, aoConferir } = props
  const lista = useRef<HTMLDivElement>(null)
  const pendencias = pendenciasDe(head, campos)
  const conferir = () => {
    const primeira = pendencias.colunas[0]
    if (pendencias.frases.length === 0) return aoConferir()
    lista.current?.querySelectorAll('select')[primeira ?? 0]?.focus()
  }
  return (
    <>
      <Page>
        {erro}
        {semTitulos(head) && (
          <Alert tom="warning">
            A primeira linha parece um cliente, e não os títulos das colunas: ela ficaria de fora. Ponha os títulos no
            arquivo e envie-o de novo.
          </Alert>
        )}
        <div className="colunas-topo row wrap gap-8">
          <div>
            <h2 className="titulo">Ligue cada coluna do arquivo a um campo</h2>
            <span className="cinza">
              {comoForamLigadas(head, campos, lembrados)} O documento identifica o cliente: quem já existe é atualizado.
            </span>
          </div>
          <EscolhaDaCodificacao head={head} aoReler={aoReler} />
          <BaixarModelo />
        </div>
        {!head.certa && (
          <Alert tom="warning">
            Não dá para ter certeza de como os acentos foram gravados. Olhe os nomes nas primeiras linhas: se algum
            acento estiver trocado, escolha outra forma em “Acentos”.
          </Alert>
        )}
        <ListaDeColunas ref={lista} head={head} campos={campos} aoMudar={aoMudar} />
      </Page>
      <RodapePassos
        esquerda={
          <Checkbox
            rotulo="Ficar com os clientes novos na minha carteira"
            checked={vincular}
            onChange={(evento) => aoMudar({ vincular: evento.target.checked })}
          />
        }
      >
        <div role="status" className="importar-falta">
          {pendencias.frases[0] && <WarningAmberOutlined size={20} />}
          {pendencias.frases[0]}
        </div>
        <Button onClick={aoVoltar}>Voltar</Button>
        <Button variant="contained" onClick={conferir}>
          Conferir {head.estimada && 'cerca de '}
          {plural(head.linhasEstimadas, 'linha', 'linhas')}
        </Button>
      </RodapePassos>
    </>
  )
}

function ListaDeColunas(props: Pick<Props, 'head' | 'campos' | 'aoMudar'> & { ref: Ref<HTMLDivElement> }) {
  const { ref, head, campos, aoMudar } = props
  return (
    <Card ref={ref} aria-label="Colunas do arquivo">
      <div aria-hidden className="coluna colunas-titulos">
        {TITULOS.map((titulo) => (
          <span key={titulo}>{titulo}</span>
        ))}
      </div>
      {head.cabecalhos.map((_, indice) => (
        <LinhaDaColuna
          // biome-ignore lint/suspicious/noArrayIndexKey: two columns may have the same name; their place is their identity
          key={indice}
          indice={indice}
          head={head}
          campos={campos}
          aoMudar={(novos) => aoMudar({ campos: novos, erro: '' })}
        />
      ))}
    </Card>
  )
}

const ESCOLHAS: readonly Codificacao[] = ['utf-8', 'windows-1252', 'ibm850']

/** The encoding: the detected one, and the others. */
const EscolhaDaCodificacao = ({ head, aoReler }: Pick<Props, 'head' | 'aoReler'>) => (
  <label className="colunas-acentos inline-row gap-8">
    <span className="cinza">Acentos</span>
    <InputBox className="select">
      <select value={head.codificacao} onChange={(evento) => aoReler(evento.target.value as Codificacao)}>
        {ESCOLHAS.map((uma) => (
          <option key={uma} value={uma}>
            {ROTULO_DA_CODIFICACAO[uma]}
          </option>
        ))}
      </select>
    </InputBox>
  </label>
)

function comoForamLigadas(head: CsvHead, campos: Campo[], lembrados: boolean): string {
  const ligadas = campos.filter(Boolean).length
  const frase = (uma: string, varias: string) =>
    `${ligadas} das ${plural(campos.length, 'coluna', 'colunas')} ${ligadas === 1 ? uma : varias}`
  if (lembrados) return `${frase('está ligada', 'estão ligadas')} como da última vez.`
  return campos.every((campo, i) => campo === reconhecer(head)[i])
    ? `${frase('foi reconhecida', 'foram reconhecidas')}.`
    : `${frase('está ligada', 'estão ligadas')}.`
}

/** What blocks the next step, in sentences, and the columns where it can be mended: the likely ones first. */
function pendenciasDe(head: CsvHead, campos: Campo[]) {
  const duplas = repetidas(campos)
  const ausentes = faltam(campos)
  const livres = campos.flatMap((campo, i) => (campo === NAO_IMPORTAR ? [i] : []))
  const parecidas = livres.filter((i) => ausentes.some(({ campo }) => pareceCom(head, i, campo)))
  return {
    frases: [
      ...(duplas.size > 0 ? [`${plural(duplas.size, 'coluna', 'colunas')} com o mesmo campo`] : []),
      ...ausentes.map(({ porque }) => porque),
    ],
    colunas: [...duplas, ...parecidas, ...livres],
  }
}

const TITULOS = ['Coluna do arquivo', 'Primeiras linhas', '', 'Campo', 'Situação']
const AMOSTRAS = 3

interface LinhaProps {
  indice: number
  head: CsvHead
  campos: Campo[]
  aoMudar: (campos: Campo[]) => void
}

function LinhaDaColuna({ indice, head, campos, aoMudar }: LinhaProps) {
  const nome = head.cabecalhos[indice] || `Coluna ${indice + 1}`
  const amostras = head.linhas.slice(0, AMOSTRAS).map((linha) => linha[indice]?.trim() || '—')
  const reconhecidos = useMemo(() => reconhecer(head), [head])
  const repetida = repetidas(campos).has(indice)
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be a row of a grid
    <div role="group" aria-label={nome} className="coluna">
      <span className="forte quebra">{nome}</span>
      <span className="cinza cortado">{amostras.join(' · ') || '—'}</span>
      <ArrowForwardOutlined size={20} className="coluna-seta" />
      <InputBox className={campos[indice] === NAO_IMPORTAR ? 'select cinza' : 'select'} erro={repetida}>
        <select
          aria-label={`Campo da coluna ${nome}`}
          aria-invalid={repetida}
          value={campos[indice] ?? NAO_IMPORTAR}
          onChange={(evento) =>
            aoMudar(campos.map((campo, i) => (i === indice ? (evento.target.value as Campo) : campo)))
          }
        >
          <option value={NAO_IMPORTAR}>Não importar</option>
          {CAMPOS.map((campo) => (
            <option key={campo.valor} value={campo.valor}>
              {campo.rotulo}
            </option>
          ))}
        </select>
      </InputBox>
      <SituacaoDaColuna indice={indice} head={head} campos={campos} reconhecidos={reconhecidos} />
    </div>
  )
}
