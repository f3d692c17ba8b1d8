"""A partition of the cases through one `lockbench` process: what each task of a cluster runs."""

import subprocess
import threading


def judge(lines, program, *options):
    """The lines that `lockbench score` writes of the lines of cases, in their order.

    Neither the partition nor its results are ever held: cases are written as the process takes them. Raises where the
    process ends otherwise than by itself, so that the engine runs the task again.
    """
    # The engine gives a task one processor, so the process has one thread.
    command = [program, "score", "-", "--format", "scores", "--jobs", "1", *options]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        failed = []
        feeder = threading.Thread(target=_feed, args=(lines, process, failed), daemon=True)
        feeder.start()
        try:
            yield from (line.rstrip(b"\n").decode() for line in process.stdout)
        except BaseException:
            process.kill()
            raise
        feeder.join()
        status = process.wait()
    if failed:
        raise failed[0]
    if status not in (0, 3):  # 3: some cases have an error in the place of scores
        raise RuntimeError(f"lockbench ended with status {status}")


def _feed(lines, process, failed):
    try:
        with process.stdin:
            for line in lines:
                process.stdin.write(line.encode() + b"\n")
    except BrokenPipeError:
        pass  # Its status says why.
    except Exception as error:
        failed.append(error)
