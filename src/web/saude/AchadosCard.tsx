import type { Saude } from '#contract/saude.ts'
import { SITUACOES_DO_EXAME, type SituacaoDoExame } from '#domain/saude.ts'
import { tons } from '#web/cores.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { diaEHora, plural } from '#web/ui/formatos.ts'
import { CheckCircleOutlined } from '#web/ui/icons/CheckCircleOutlined.tsx'
import { ErrorOutlineOutlined } from '#web/ui/icons/ErrorOutlineOutlined.tsx'
import { InfoOutlined } from '#web/ui/icons/InfoOutlined.tsx'

const NA_TELA = {
  mal: { icone: ErrorOutlineOutlined, tom: 'error', nome: 'A resolver' },
  atencao: { icone: InfoOutlined, tom: 'warning', nome: 'Atenção' },
  bem: { icone: CheckCircleOutlined, tom: 'success', nome: 'Bem' },
} as const

interface Props {
  saude: Saude
  examinando: boolean
  aoExaminar: () => void
}

/** The findings about this machine and the data, the worst first. */
export function AchadosCard({ saude: { achados, examinado_em }, examinando, aoExaminar }: Props) {
  const de = (qual: SituacaoDoExame) => achados.filter(({ situacao }) => situacao === qual)
  return (
    <Card folga className="stack gap-16" aria-label="Exame do sistema">
      <div className="row wrap gap-8">
        <div className="saude-exame">
          <h2 className="titulo">Exame do sistema</h2>
          <p className="cinza" role="status">
            {resumo(de('mal').length, de('atencao').length)} Examinado em {diaEHora(examinado_em)}.
          </p>
        </div>
        <Button variant="outlined" loading={examinando} onClick={aoExaminar}>
          Examinar de novo
        </Button>
      </div>
      <ul className="saude-achados" aria-label="O que foi examinado">
        {SITUACOES_DO_EXAME.flatMap((qual) =>
          de(qual).map(({ exame, frase }) => <Achado key={`${exame} ${frase}`} qual={qual} frase={frase} />),
        )}
      </ul>
    </Card>
  )
}

const emAtencao = (n: number) => plural(n, 'ponto de atenção', 'pontos de atenção')

function resumo(mal: number, atencao: number): string {
  if (mal + atencao === 0) return 'Está tudo bem.'
  return mal === 0 ? `Nada a resolver, ${emAtencao(atencao)}.` : `${mal} a resolver, ${emAtencao(atencao)}.`
}

function Achado({ qual, frase }: { qual: SituacaoDoExame; frase: string }) {
  const { icone: Icone, tom, nome } = NA_TELA[qual]
  return (
    <li>
      <Icone titulo={nome} style={{ color: tons[tom].solid }} />
      <span className="quebra">{frase}</span>
    </li>
  )
}
