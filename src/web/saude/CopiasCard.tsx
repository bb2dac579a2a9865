import type { Saude } from '#contract/saude.ts'
import { emBytes } from '#domain/bytes.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Dado } from '#web/ui/Dado.tsx'
import { diaEHora, numero } from '#web/ui/formatos.ts'

type Copias = Saude['copias']

/** The last whole backup, where it is, and whether a restore was ever tried. */
export function CopiasCard({ copias }: { copias: Copias }) {
  const { ultima, erro, ensaio, pasta, hora, guarda, cifrada } = copias
  return (
    <Card folga className="stack gap-16" aria-label="Cópia de segurança">
      <div>
        <h2 className="titulo">Cópia de segurança</h2>
        <p className="cinza">
          Todos os dados da empresa em um arquivo, que pode ser restaurado em outra máquina. É feita e restaurada no
          servidor.
        </p>
      </div>
      {erro && (
        <Alert tom="error">
          A última tentativa, de {diaEHora(erro.em)}, falhou: {erro.mensagem}
        </Alert>
      )}
      <dl className="saude-dados">
        <Dado rotulo="Última que deu certo">
          {ultima ? `${diaEHora(ultima.em)}, ${emBytes(ultima.bytes)}` : 'nenhuma ainda (no servidor, npm run backup)'}
        </Dado>
        {ultima?.arquivo && (
          <Dado rotulo="Onde">
            <span className="quebra">{ultima.arquivo}</span>
          </Dado>
        )}
        <Dado rotulo="Restauração ensaiada">
          {ensaio ? <Ensaio {...ensaio} /> : 'nunca (no servidor, npm run restore -- --ensaio)'}
        </Dado>
        <Dado rotulo="Cópia da noite">
          {pasta ? (
            <span className="quebra">
              a partir das {hora}, em {pasta}
            </span>
          ) : (
            'desligada (defina BACKUP_DIR, em outro disco)'
          )}
        </Dado>
        <Dado rotulo="Quantas ficam">
          as {numero(guarda.quantas)} mais novas, e todas as de menos de {numero(guarda.dias)} dias
        </Dado>
        <Dado rotulo="Cifradas">
          {cifrada ? 'sim, com BACKUP_KEY' : 'não: quem abrir o arquivo lê todos os dados (defina BACKUP_KEY)'}
        </Dado>
      </dl>
    </Card>
  )
}

const Ensaio = ({ em, erro, copia_de, linhas }: NonNullable<Copias['ensaio']>) => (
  <span className="quebra">
    {erro
      ? `falhou em ${diaEHora(em)}: ${erro}`
      : `deu certo em ${diaEHora(em)}${copia_de ? `, com a cópia de ${diaEHora(copia_de)}` : ''} (${numero(linhas ?? 0)} linhas)`}
  </span>
)
