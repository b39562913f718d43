#include "runtime.h"

#include <dlfcn.h>

#include <climits>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

namespace iccl::device {

namespace {

#define ICCL_DEVICE_KEY(constant, key, ...) key,
constexpr const char *FUNCTION_KEYS[] = {ICCL_DEVICE_FUNCTIONS(ICCL_DEVICE_KEY)};
constexpr const char *NUMBER_KEYS[] = {ICCL_DEVICE_NUMBERS(ICCL_DEVICE_KEY)};
#undef ICCL_DEVICE_KEY
#define ICCL_DEVICE_REST(constant, key, rest) rest,
constexpr bool REQUIRED[] = {ICCL_DEVICE_FUNCTIONS(ICCL_DEVICE_REST)};
constexpr int STANDARD[] = {ICCL_DEVICE_NUMBERS(ICCL_DEVICE_REST)};
#undef ICCL_DEVICE_REST

std::vector<std::string> split(const std::string &text, char separator) {
    std::vector<std::string> parts;
    size_t begin = 0;
    for (size_t at = 0; at <= text.size(); at++) {
        if (at == text.size() || text[at] == separator) {
            if (at > begin) {
                parts.push_back(text.substr(begin, at - begin));
            }
            begin = at + 1;
        }
    }
    return parts;
}

int indexOf(const char *const *keys, int count, const std::string &key) {
    for (int index = 0; index < count; index++) {
        if (key == keys[index]) {
            return index;
        }
    }
    return -1;
}

}  // namespace

std::string Runtime::open(const char *table) {
    std::string path;
    std::string wrong = read(table, &path);
    if (!wrong.empty()) {
        return wrong;
    }
    // Symbols stay local: two vendors may use the same names. The library stays for the life of the process.
    library = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
    if (library == nullptr) {
        return dlerror();
    }
    for (const std::string &line : split(table, '\n')) {
        if (line.compare(0, 9, "function ") == 0) {
            wrong = find(split(line, ' '));
            if (!wrong.empty()) {
                return wrong;
            }
        }
    }
    for (int index = 0; index < FUNCTIONS; index++) {
        if (REQUIRED[index] && functions[index] == nullptr) {
            return std::string("the table names no function for ") + FUNCTION_KEYS[index];
        }
    }
    return strangers();
}

std::string Runtime::read(const char *table, std::string *path) {
    std::memcpy(numbers, STANDARD, sizeof numbers);
    for (const std::string &line : split(table, '\n')) {
        std::vector<std::string> words = split(line, ' ');
        const std::string &kind = words[0];
        bool right = words.size() > 1;
        if (right && kind == "library") {
            *path = line.substr(kind.size() + 1);
        } else if (right && kind == "foreign") {
            foreign.assign(words.begin() + 1, words.end());
        } else if (right && kind == "number") {
            int index = indexOf(NUMBER_KEYS, NUMBERS, words[1]);
            right = index >= 0 && words.size() == 3;
            if (right) {
                numbers[index] = std::atoi(words[2].c_str());
            }
        } else {
            right = right && kind == "function" && indexOf(FUNCTION_KEYS, FUNCTIONS, words[1]) >= 0;
        }
        if (!right) {
            return "the table is wrong: " + line;
        }
    }
    return path->empty() || path->front() != '/' ? "the table names no library by an absolute path" : "";
}

// The first symbol of a line's that there is.
std::string Runtime::find(const std::vector<std::string> &line) {
    int function = indexOf(FUNCTION_KEYS, FUNCTIONS, line[1]);
    std::string tried;
    for (size_t index = 2; index < line.size() && functions[function] == nullptr; index++) {
        functions[function] = dlsym(library, line[index].c_str());
        tried += (index == 2 ? "" : " or ") + line[index];
    }
    return functions[function] != nullptr || !REQUIRED[function] ? "" : "it lacks " + tried;
}

std::string Runtime::path() const {
    Dl_info info;
    if (dladdr(functions[COUNT], &info) == 0 || info.dli_fname == nullptr) {
        return "";
    }
    char real[PATH_MAX];
    return realpath(info.dli_fname, real) == nullptr ? info.dli_fname : real;
}

// Other vendors ship libraries of the same name and symbols; what they are made of gives them away.
std::string Runtime::strangers() const {
    for (const std::string &word : foreign) {
        if (path().find(word) != std::string::npos) {
            return "it is another vendor's: " + path();
        }
        std::FILE *maps = std::fopen("/proc/self/maps", "re");
        char line[PATH_MAX + 128];
        bool found = false;
        while (maps != nullptr && std::fgets(line, sizeof line, maps) != nullptr) {
            const char *file = std::strrchr(line, '/');
            found = found || (file != nullptr && word.compare(0, 3, "lib") == 0 && std::strstr(file, word.c_str()));
        }
        if (maps != nullptr) {
            std::fclose(maps);
        }
        if (found) {
            return "it is another vendor's: it needs " + word;
        }
    }
    return "";
}

std::string Runtime::version(std::string *wrong) const {
    int parts[3] = {};
    if (!has(VERSION)) {
        *wrong = numbers[SMALLEST_MAJOR] == 0 ? "" : "it does not say its version";
        return "";
    }
    int code = call(VERSION, &parts[0], &parts[1], &parts[2]);
    if (code != 0) {
        *wrong = "it does not say its version: " + errorText(code);
        return "";
    }
    bool split = numbers[VERSION_PARTS] == 3;
    int major = split ? parts[0] : parts[0] / 1000;
    int minor = split ? parts[1] : parts[0] % 1000 / 10;
    std::string text = std::to_string(major) + "." + std::to_string(minor);
    text += split ? "." + std::to_string(parts[2]) : "";
    if (major < numbers[SMALLEST_MAJOR]) {
        *wrong = "its version is " + text + ", and " + std::to_string(numbers[SMALLEST_MAJOR]) + ".0 or newer is needed";
    }
    return text;
}

std::string Runtime::errorText(int code) const {
    std::string number = "error " + std::to_string(code);
    if (!has(ERROR_TEXT)) {
        return number;
    }
    const char *text = reinterpret_cast<const char *>(static_cast<intptr_t>(raw(ERROR_TEXT, code, 0, 0, 0, 0, 0)));
    return text == nullptr ? number : std::string(text) + " (" + number + ")";
}

}  // namespace iccl::device
