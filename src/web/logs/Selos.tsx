import { useQuery } from '@tanstack/react-query'
import type { SituacaoDosSelos } from '#contract/logs.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { copiarTexto } from '#web/ui/copiarTexto.ts'
import { Dado } from '#web/ui/Dado.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { abrir } from '#web/ui/dialogos.tsx'
import { diaEHora, numero } from '#web/ui/formatos.ts'
import { selosQuery } from './logs.queries.ts'

/** At the foot of the log: until when it is sealed, and whether the seals hold. */
export function Selos() {
  const { data: selos, error } = useQuery(selosQuery)
  const rompido = selos?.situacao === 'rompido'
  return (
    <span className="miudo">
      Nada aqui se altera nem se apaga. {error && !selos && 'Não foi possível ler os selos.'}
      {selos && (
        <button
          type="button"
          className={rompido ? 'log-botao log-selo log-rompido' : 'log-botao log-selo'}
          onClick={() => void abrir((fechar) => <SelosDialog selos={selos} aoFechar={() => fechar()} />)}
        >
          {rompido ? 'Os selos não conferem' : resumo(selos)}
        </button>
      )}
    </span>
  )
}

const resumo = ({ ultimo }: SituacaoDosSelos) =>
  ultimo ? `Selado até ${diaEHora(ultimo.selado_em)}` : 'O primeiro selo vem em um minuto'

/** The last seal, with the hash that somebody may have kept elsewhere, and what does not verify. */
function SelosDialog({ selos, aoFechar }: { selos: SituacaoDosSelos; aoFechar: () => void }) {
  const { ultimo, problema, conferido_em, por_selar, rompido_em } = selos
  return (
    <Dialog
      titulo="Selos dos registros"
      largura={560}
      aoFechar={aoFechar}
      acoes={
        <>
          {ultimo && (
            <Button onClick={() => void copiarTexto(ultimo.hash, 'Código do selo copiado.')}>Copiar o código</Button>
          )}
          <Button onClick={aoFechar}>Fechar</Button>
        </>
      }
    >
      <div className="grid gap-12">
        {problema && rompido_em ? (
          <Alert tom="error">
            {problema.frase} Visto desde {diaEHora(rompido_em)}. Guarde uma cópia do banco de dados como está e chame
            quem cuida do servidor: alguém com acesso a ele mexeu nos registros, ou o disco falhou.
          </Alert>
        ) : (
          <p className="cinza">
            A cada minuto, o que foi registrado ganha um selo, e cada selo continua o anterior. Guarde fora daqui o
            código de um deles: se algo de antes dele for mudado, o código deixa de conferir.
          </p>
        )}
        <dl className="log-detalhe grid center gap-8">
          <Dado rotulo="Último selo">
            {ultimo ? `${numero(ultimo.numero)}, de ${diaEHora(ultimo.selado_em)}` : 'nenhum ainda'}
          </Dado>
          <Dado rotulo="Código">{ultimo ? <code>{ultimo.hash}</code> : '—'}</Dado>
          <Dado rotulo="Por selar">{numero(por_selar)}</Dado>
          <Dado rotulo="Conferido">
            {conferido_em ? `por inteiro em ${diaEHora(conferido_em)}` : 'ainda não por inteiro'}
          </Dado>
        </dl>
      </div>
    </Dialog>
  )
}
