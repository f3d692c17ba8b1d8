#!/usr/bin/env python3
"""A judge for `lockbench score --judge`: asks a language model behind an OpenAI-compatible interface.

    lockbench score CASES --judge 'python3 samples/judges/openai_judge.py --model NAME'

Reads a line of `lockbench prompt --format messages` for each case and writes an answer for each, as they come. Needs
nothing but Python 3.9. The key is read from the environment and goes nowhere but into the request's header.
"""

import argparse
import concurrent.futures
import email.utils
import json
import os
import random
import sys
import threading
import time
import urllib.error
import urllib.request

LONGEST_ANSWER = 16 << 20
RETRIED = {408, 409, 425, 429, 500, 502, 503, 504, 529}


class NoRedirects(urllib.request.HTTPRedirectHandler):
    """A redirect would take the key to another host."""

    def redirect_request(self, *_):
        return None


class Failed(Exception):
    """Why there is no answer; `again` where another attempt may help, after `wait` seconds if the server says so."""

    def __init__(self, why, again=False, wait=None):
        super().__init__(why)
        self.again = again
        self.wait = wait


def wait_asked_for(headers):
    """Seconds that the server asks to be left alone for."""
    value = headers.get("Retry-After")
    if value is None:
        return None
    try:
        return max(0.0, float(value))
    except ValueError:
        pass
    try:
        return max(0.0, email.utils.parsedate_to_datetime(value).timestamp() - time.time())
    except (TypeError, ValueError):
        return None


class Client:
    """Sends requests to a server, again where that may help."""

    def __init__(self, options, key):
        self.options = options
        self.key = key
        self.url = options.base_url.rstrip("/") + "/chat/completions"
        self.opener = urllib.request.build_opener(NoRedirects)

    def clean(self, text):
        """A text without the key: some servers quote it when they refuse it."""
        return text.replace(self.key, "***") if self.key else text

    def body(self, question):
        options = self.options
        body = {"model": options.model, "messages": question["messages"]}
        if options.answer_format == "schema" and question.get("response_format"):
            body["response_format"] = question["response_format"]
        elif options.answer_format == "object":
            body["response_format"] = {"type": "json_object"}
        if options.temperature is not None:
            body["temperature"] = options.temperature
        if options.max_tokens is not None:
            body["max_tokens"] = options.max_tokens
        return body

    def once(self, body):
        headers = {"Content-Type": "application/json", "Accept": "application/json"}
        if self.key:
            headers["Authorization"] = f"Bearer {self.key}"
        request = urllib.request.Request(self.url, json.dumps(body).encode(), headers, method="POST")
        try:
            with self.opener.open(request, timeout=self.options.timeout) as response:
                read = response.read(LONGEST_ANSWER + 1)
        except urllib.error.HTTPError as error:
            said = error.read(2_000).decode("utf-8", "replace").strip()
            why = self.clean(f"status {error.code} {error.reason}: {said}"[:600])
            raise Failed(why, error.code in RETRIED, wait_asked_for(error.headers)) from None
        except (OSError, urllib.error.URLError) as error:
            raise Failed(self.clean(f"no connection: {getattr(error, 'reason', error)}"), True) from None
        if len(read) > LONGEST_ANSWER:
            raise Failed(f"the answer is longer than {LONGEST_ANSWER >> 20} MiB")
        try:
            return json.loads(read)
        except ValueError:
            raise Failed("the server's answer is no JSON", True) from None

    def ask(self, question):
        """The server's answer to a question."""
        body = self.body(question)
        for attempt in range(self.options.retries + 1):
            try:
                return self.once(body)
            except Failed as failed:
                if not failed.again or attempt == self.options.retries:
                    raise
                # Twice as long each time, and not all at the same moment.
                wait = failed.wait
                if wait is None:
                    wait = self.options.backoff * 2**attempt * random.uniform(0.5, 1.0)
                time.sleep(min(wait, self.options.longest_wait))
        raise AssertionError("unreachable")


def answer_of(question, response, model):
    """What is told of a response: its labels, or its words where they are no JSON; lockbench finds labels in prose."""
    try:
        choice = response["choices"][0]
        message = choice["message"]
    except (KeyError, IndexError, TypeError):
        raise Failed("the server's answer has no `choices`") from None
    if message.get("refusal"):
        raise Failed(f"the model refuses: {message['refusal']}")
    content = message.get("content")
    if isinstance(content, list):
        content = "".join(part.get("text", "") for part in content if isinstance(part, dict))
    if not content:
        raise Failed(f"the model gave no text (finish_reason: {choice.get('finish_reason')})")
    answer = {"id": question["id"], "by": response.get("model") or model}
    try:
        found = json.loads(content)
    except ValueError:
        found = None
    if isinstance(found, dict):
        answer["labels"] = found.get("labels", found)
    else:
        answer["output"] = content
    return answer


def judge(client, line):
    """The answer to a line."""
    try:
        question = json.loads(line)
        known = isinstance(question, dict) and "id" in question and "messages" in question
    except ValueError:
        known = False
    if not known:
        return {"id": None, "error": "a line that is no question: `lockbench prompt --format messages` writes them"}
    try:
        return answer_of(question, client.ask(question), client.options.model)
    except Failed as failed:
        return {"id": question["id"], "error": str(failed)}


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    base = os.environ.get("OPENAI_BASE_URL") or "https://api.openai.com/v1"
    parser.add_argument("--model", required=True, help="the model's name")
    parser.add_argument("--base-url", default=base, help="where /chat/completions is [OPENAI_BASE_URL, or %(default)s]")
    parser.add_argument("--key-variable", default="OPENAI_API_KEY", help="the variable that holds the key [%(default)s]")
    parser.add_argument("--jobs", type=int, default=8, help="requests at a time [%(default)s]")
    parser.add_argument("--timeout", type=float, default=100, help="seconds for a request [%(default)s]")
    parser.add_argument("--retries", type=int, default=5, help="further attempts after 429, 5xx or no connection [%(default)s]")
    parser.add_argument("--backoff", type=float, default=1, help="seconds before the first of them, doubled each time [%(default)s]")
    parser.add_argument("--longest-wait", type=float, default=60, help="seconds between two attempts at most [%(default)s]")
    parser.add_argument(
        "--answer-format",
        choices=["schema", "object", "none"],
        default="schema",
        help="hold the model to the JSON Schema of the answer, to any JSON object, or to nothing [%(default)s]",
    )
    parser.add_argument("--temperature", type=float, default=None)
    parser.add_argument("--max-tokens", type=int, default=None)
    return parser.parse_args()


def main():
    options = arguments()
    # The key is in no argument, no message and no file.
    client = Client(options, os.environ.get(options.key_variable, "").strip())
    writing = threading.Lock()
    # No more is read than is under way, so that a long input does not fill the memory.
    places = threading.Semaphore(options.jobs)

    def work(line):
        try:
            answer = json.dumps(judge(client, line), ensure_ascii=False)
            with writing:
                sys.stdout.write(answer + "\n")
                sys.stdout.flush()
        except BrokenPipeError:
            os._exit(0)
        finally:
            places.release()

    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for line in sys.stdin:
            if line.strip():
                places.acquire()
                pool.submit(work, line)


if __name__ == "__main__":
    sys.stdin.reconfigure(encoding="utf-8")
    sys.stdout.reconfigure(encoding="utf-8")
    main()
